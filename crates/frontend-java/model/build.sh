#!/bin/sh
# Compiles the model of the Java library and packs it into model.jar, which is the same for the same sources.
# Needs the JDK 17 whose library the model replaces parts of: JAVA_HOME, or javac in the path.
set -eu
cd "$(dirname "$0")"

javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

find src -name '*.java' | LC_ALL=C sort > "$out/sources"
"$javac" -g -nowarn -proc:none -XDignore.symbol.file --patch-module java.base=src -d "$out/classes" "@$out/sources"

# Any archive has times and an order of its own, so they are fixed here.
python3 - "$out/classes" model.jar <<'PACK'
import os, sys, zipfile

classes, jar = sys.argv[1:]
names = sorted(
    os.path.relpath(os.path.join(folder, file), classes).replace(os.sep, "/")
    for folder, _, files in os.walk(classes)
    for file in files
)
with zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for name in names:
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = 0o644 << 16
        with open(os.path.join(classes, name), "rb") as file:
            archive.writestr(entry, file.read())
PACK
