//! The 32-bit data model on a 64-bit system whose 32-bit headers are not installed: its own
//! headers, read with the macros that gcc predefines for i386.

use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

/// Where the macros of `cc -m32` differ from those of `cc -m64`, but for instruction sets and
/// floating-point formats.
pub(super) const MACROS: &[&str] = &[
    "-U_LP64",
    "-U__LP64__",
    "-U__SIZEOF_INT128__",
    "-U__amd64",
    "-U__amd64__",
    "-U__x86_64",
    "-U__x86_64__",
    "-D_ILP32=1",
    "-D__ILP32__=1",
    "-U__INT64_C",
    "-D__INT64_C(c)=c ## LL",
    "-U__INT64_MAX__",
    "-D__INT64_MAX__=0x7fffffffffffffffLL",
    "-U__INT64_TYPE__",
    "-D__INT64_TYPE__=long long int",
    "-U__INTMAX_C",
    "-D__INTMAX_C(c)=c ## LL",
    "-U__INTMAX_MAX__",
    "-D__INTMAX_MAX__=0x7fffffffffffffffLL",
    "-U__INTMAX_TYPE__",
    "-D__INTMAX_TYPE__=long long int",
    "-U__INTPTR_MAX__",
    "-D__INTPTR_MAX__=0x7fffffff",
    "-U__INTPTR_TYPE__",
    "-D__INTPTR_TYPE__=int",
    "-U__INTPTR_WIDTH__",
    "-D__INTPTR_WIDTH__=32",
    "-U__INT_FAST16_MAX__",
    "-D__INT_FAST16_MAX__=0x7fffffff",
    "-U__INT_FAST16_TYPE__",
    "-D__INT_FAST16_TYPE__=int",
    "-U__INT_FAST16_WIDTH__",
    "-D__INT_FAST16_WIDTH__=32",
    "-U__INT_FAST32_MAX__",
    "-D__INT_FAST32_MAX__=0x7fffffff",
    "-U__INT_FAST32_TYPE__",
    "-D__INT_FAST32_TYPE__=int",
    "-U__INT_FAST32_WIDTH__",
    "-D__INT_FAST32_WIDTH__=32",
    "-U__INT_FAST64_MAX__",
    "-D__INT_FAST64_MAX__=0x7fffffffffffffffLL",
    "-U__INT_FAST64_TYPE__",
    "-D__INT_FAST64_TYPE__=long long int",
    "-U__INT_LEAST64_MAX__",
    "-D__INT_LEAST64_MAX__=0x7fffffffffffffffLL",
    "-U__INT_LEAST64_TYPE__",
    "-D__INT_LEAST64_TYPE__=long long int",
    "-U__LONG_MAX__",
    "-D__LONG_MAX__=0x7fffffffL",
    "-U__LONG_WIDTH__",
    "-D__LONG_WIDTH__=32",
    "-U__PTRDIFF_MAX__",
    "-D__PTRDIFF_MAX__=0x7fffffff",
    "-U__PTRDIFF_TYPE__",
    "-D__PTRDIFF_TYPE__=int",
    "-U__PTRDIFF_WIDTH__",
    "-D__PTRDIFF_WIDTH__=32",
    "-U__SIZEOF_FLOAT80__",
    "-D__SIZEOF_FLOAT80__=12",
    "-U__SIZEOF_LONG_DOUBLE__",
    "-D__SIZEOF_LONG_DOUBLE__=12",
    "-U__SIZEOF_LONG__",
    "-D__SIZEOF_LONG__=4",
    "-U__SIZEOF_POINTER__",
    "-D__SIZEOF_POINTER__=4",
    "-U__SIZEOF_PTRDIFF_T__",
    "-D__SIZEOF_PTRDIFF_T__=4",
    "-U__SIZEOF_SIZE_T__",
    "-D__SIZEOF_SIZE_T__=4",
    "-U__SIZE_MAX__",
    "-D__SIZE_MAX__=0xffffffffU",
    "-U__SIZE_TYPE__",
    "-D__SIZE_TYPE__=unsigned int",
    "-U__SIZE_WIDTH__",
    "-D__SIZE_WIDTH__=32",
    "-U__UINT64_C",
    "-D__UINT64_C(c)=c ## ULL",
    "-U__UINT64_MAX__",
    "-D__UINT64_MAX__=0xffffffffffffffffULL",
    "-U__UINT64_TYPE__",
    "-D__UINT64_TYPE__=long long unsigned int",
    "-U__UINTMAX_C",
    "-D__UINTMAX_C(c)=c ## ULL",
    "-U__UINTMAX_MAX__",
    "-D__UINTMAX_MAX__=0xffffffffffffffffULL",
    "-U__UINTMAX_TYPE__",
    "-D__UINTMAX_TYPE__=long long unsigned int",
    "-U__UINTPTR_MAX__",
    "-D__UINTPTR_MAX__=0xffffffffU",
    "-U__UINTPTR_TYPE__",
    "-D__UINTPTR_TYPE__=unsigned int",
    "-U__UINT_FAST16_MAX__",
    "-D__UINT_FAST16_MAX__=0xffffffffU",
    "-U__UINT_FAST16_TYPE__",
    "-D__UINT_FAST16_TYPE__=unsigned int",
    "-U__UINT_FAST32_MAX__",
    "-D__UINT_FAST32_MAX__=0xffffffffU",
    "-U__UINT_FAST32_TYPE__",
    "-D__UINT_FAST32_TYPE__=unsigned int",
    "-U__UINT_FAST64_MAX__",
    "-D__UINT_FAST64_MAX__=0xffffffffffffffffULL",
    "-U__UINT_FAST64_TYPE__",
    "-D__UINT_FAST64_TYPE__=long long unsigned int",
    "-U__UINT_LEAST64_MAX__",
    "-D__UINT_LEAST64_MAX__=0xffffffffffffffffULL",
    "-U__UINT_LEAST64_TYPE__",
    "-D__UINT_LEAST64_TYPE__=long long unsigned int",
    "-U__WCHAR_MAX__",
    "-D__WCHAR_MAX__=0x7fffffffL",
    "-U__WCHAR_TYPE__",
    "-D__WCHAR_TYPE__=long int",
    "-D__i386=1",
    "-D__i386__=1",
    "-Di386=1",
];

/// A folder with the headers that glibc installs for 32 bits only; it goes when this is dropped.
pub(super) struct Stubs {
    folder: PathBuf,
}

impl Stubs {
    /// Makes the folder.
    pub(super) fn create() -> io::Result<Stubs> {
        let stubs = Stubs {
            folder: create_unique_folder()?,
        };
        let gnu = stubs.folder.join("gnu");
        std::fs::create_dir(&gnu)?;
        // It would list the functions that always fail, for programs that ask at compile time.
        std::fs::write(gnu.join("stubs-32.h"), "")?;
        Ok(stubs)
    }

    /// Its place.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Stubs {
    fn drop(&mut self) {
        // What cannot be removed stays in the system's temporary folder, which is cleaned.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Makes a folder that did not exist, and so belongs to nobody else.
fn create_unique_folder() -> io::Result<PathBuf> {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("concrex-{}-{number}", process::id()));
        match std::fs::create_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            result => return result.map(|()| folder),
        }
    }
}
