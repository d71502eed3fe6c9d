//! How much of the heap is held.
//!
//! The system's count of a process's memory says what the allocator has taken, which goes up when it
//! only cannot put the pieces together; this count says what somebody has asked for and not given back.

use std::alloc::System;

use cap::Cap;

/// The system's allocator, counting.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// The bytes that are held now, by everybody in this process.
pub(crate) fn held() -> usize {
    ALLOCATOR.allocated()
}
