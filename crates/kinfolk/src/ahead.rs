//! Asking for memory before it is needed.
//!
//! A hint and no more: nothing that is computed depends on it. A scan reads several columns at
//! once, which is more than processors foresee by themselves.

/// Says that this will be needed soon.
#[inline(always)]
pub(crate) fn ask_for<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    safe_arch::prefetch_t0(value);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
