//! Which attributes of declarations are understood. An attribute that is not may change what the
//! program means, so what it stands at is not supported.

use super::Lowerer;
use crate::ast::Attribute;
use crate::error::{Diagnostic, Lowered};
use ir::{Origin, Span};

/// Attributes that the lowering knows.
const HANDLED: &[&str] = &[
    "alias",
    "aligned",
    "annotate",
    "constructor",
    "destructor",
    "mode",
    "noreturn",
    "packed",
    "pragma_pack",
    "transparent_union",
    "vector_size",
    "weak",
];

/// Attributes that do not change what a program does: hints, warnings, where things are placed, how they
/// are called.
const HARMLESS: &[&str] = &[
    "access",
    "alloc_align",
    "alloc_size",
    "always_inline",
    "artificial",
    "assume_aligned",
    "cdecl",
    "cold",
    "common",
    "const",
    "copy",
    "counted_by",
    "deprecated",
    "designated_init",
    "diagnose_if",
    "disable_tail_calls",
    "dllexport",
    "dllimport",
    "enum_extensibility",
    "error",
    "externally_visible",
    "fallthrough",
    "fastcall",
    "fd_arg",
    "fd_arg_read",
    "fd_arg_write",
    "flag_enum",
    "flatten",
    "format",
    "format_arg",
    "gcc_struct",
    "gnu_inline",
    "hot",
    "leaf",
    "malloc",
    "may_alias",
    "maybe_unused",
    "minsize",
    "ms_abi",
    "musttail",
    "no_address_safety_analysis",
    "no_icf",
    "no_instrument_function",
    "no_profile_instrument_function",
    "no_reorder",
    "no_sanitize",
    "no_sanitize_address",
    "no_sanitize_coverage",
    "no_sanitize_memory",
    "no_sanitize_thread",
    "no_sanitize_undefined",
    "no_split_stack",
    "no_stack_limit",
    "no_stack_protector",
    "noclone",
    "nocommon",
    "nocf_check",
    "nodebug",
    "nodiscard",
    "noduplicate",
    "noescape",
    "noinline",
    "noipa",
    "nonnull",
    "nonstring",
    "noplt",
    "nothrow",
    "null_terminated_string_arg",
    "optimize",
    "optnone",
    "patchable_function_entry",
    "persistent",
    "pure",
    "regparm",
    "reproducible",
    "retain",
    "returns_nonnull",
    "returns_twice",
    "section",
    "sentinel",
    "simd",
    "stack_protect",
    "stdcall",
    "strict_flex_array",
    "symver",
    "sysv_abi",
    "target",
    "target_clones",
    "thiscall",
    "tls_model",
    "unavailable",
    "uninitialized",
    "unsequenced",
    "unused",
    "used",
    "visibility",
    "vectorcall",
    "warn_if_not_aligned",
    "warn_unused",
    "warn_unused_result",
    "warning",
    "zero_call_used_regs",
];

impl Lowerer {
    /// Refuses what the user declares with an attribute that is not understood.
    pub(super) fn understood<'a>(
        &self,
        mut attributes: impl Iterator<Item = &'a Attribute>,
        span: Span,
    ) -> Lowered<()> {
        if self.program.files.origin(span) != Origin::User {
            return Ok(());
        }
        let is_strange = |attribute: &&Attribute| {
            let name = &*attribute.name;
            !HANDLED.contains(&name) && !HARMLESS.contains(&name)
        };
        match attributes.find(is_strange) {
            Some(strange) => {
                let what = format!("the attribute `{}`", strange.name);
                Err(Diagnostic::unsupported(span, what))
            }
            None => Ok(()),
        }
    }
}
