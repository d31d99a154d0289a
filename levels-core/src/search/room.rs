//! How much memory a search may take, and how searches on several threads share the memory.
//!
//! A search counts the bytes of its own tables, so it hits the limit of a level ([`Limits::bytes`])
//! at the same place on every machine, whatever other searches run. The memory that threads share
//! only decides which of them wait.

use alloc::vec::Vec;
use core::hint::black_box;

use super::{Limit, Limits};
use crate::visited::Grant;

#[cfg(not(feature = "verify"))]
pub use alone::Claim;
#[cfg(feature = "verify")]
pub use shared::{Claim, in_memory};

/// How much of its allowed memory a search has taken.
#[derive(Debug, Clone)]
pub struct Room {
    limits: Limits,
    taken: u64,
    refused: Option<Limit>,
}

impl Room {
    /// Nothing taken yet.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            taken: 0,
            refused: None,
        }
    }

    /// How far the search may go.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The limit, if memory was refused. Results found after that have no meaning.
    #[must_use]
    pub fn refused(&self) -> Option<Limit> {
        self.refused
    }

    /// The limit that ended a search: memory if it was refused, otherwise states.
    #[must_use]
    pub fn limit(&self) -> Limit {
        let states = Limit::States(self.limits.max_states);
        self.refused.unwrap_or(states)
    }

    /// Makes room for `more` entries of a list; false if there is no memory.
    #[inline]
    pub fn reserve<T>(&mut self, list: &mut Vec<T>, more: usize) -> bool {
        self.hold(list, list.len() + more)
    }

    /// Makes room for `all` entries of a list in total; false if there is no memory.
    #[inline]
    pub fn hold<T>(&mut self, list: &mut Vec<T>, all: usize) -> bool {
        list.capacity() >= all || self.grow(list, all)
    }

    #[cold]
    fn grow<T>(&mut self, list: &mut Vec<T>, all: usize) -> bool {
        let capacity = all.max(2 * list.capacity()).max(8);
        let bytes = (capacity - list.capacity()).saturating_mul(size_of::<T>());
        self.grant(bytes) && {
            let more = capacity - list.len();
            self.given(list.try_reserve_exact(more).is_ok())
        }
    }

    /// Takes `bytes` bytes for tables that are about to be made; false if there is no memory.
    pub fn expect(&mut self, bytes: usize) -> bool {
        // If the system gives this memory now and it is freed at once, it will give it again.
        let try_it = || black_box(Vec::<u8>::new()).try_reserve_exact(bytes).is_ok();
        self.grant(bytes) && (bytes < TINY || self.given(try_it()))
    }

    fn given(&mut self, given: bool) -> bool {
        if !given {
            self.denied();
        }
        given
    }
}

/// Below this number of bytes the system is not asked.
const TINY: usize = 1 << 16;

impl Grant for Room {
    fn grant(&mut self, bytes: usize) -> bool {
        if self.refused.is_some() {
            return false;
        }
        let taken = self.taken.saturating_add(bytes as u64);
        if taken > self.limits.bytes() {
            self.refused = Some(Limit::Memory(self.limits.max_states));
            return false;
        }
        self.taken = taken;
        Claim::take(bytes as u64);
        true
    }

    fn denied(&mut self) {
        self.refused = Some(Limit::System(self.limits.max_states));
        Claim::deny();
    }
}

/// The version without threads: there is nothing to share.
#[cfg(not(feature = "verify"))]
mod alone {
    /// The memory of one thread's searches.
    #[derive(Debug)]
    pub struct Claim(());

    impl Claim {
        /// Begins a search.
        #[must_use]
        pub fn open() -> Self {
            Self(())
        }

        pub(super) fn take(_: u64) {}

        pub(super) fn deny() {}
    }
}

#[cfg(feature = "verify")]
mod shared {
    use core::cell::Cell;
    use core::marker::PhantomData;
    use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
    use std::thread::{self, ThreadId};

    /// How many bytes the searches of all threads may hold together. Beyond this, one of them
    /// continues alone.
    const SHARED: u64 = 128 << 20;

    /// How many bytes of each thread are not counted, so that small levels need not wait.
    const FREE: u64 = 1 << 20;

    /// What all threads share.
    struct Gate {
        /// The bytes of all searches except the one that continues alone.
        pool: u64,
        /// The thread whose search may take all that its own limits allow. It never waits, so it
        /// ends, and then another thread can continue.
        alone: Option<ThreadId>,
        /// Whether that thread was promised that no other thread holds memory.
        closed: bool,
    }

    static GATE: Mutex<Gate> = Mutex::new(Gate {
        pool: 0,
        alone: None,
        closed: false,
    });
    static FREED: Condvar = Condvar::new();

    #[derive(Clone, Copy, Default)]
    struct Mine {
        /// How many claims are open.
        depth: u32,
        taken: u64,
        /// How much of that has passed the gate.
        counted: u64,
        /// Whether the system had no more memory.
        denied: bool,
    }

    std::thread_local! {
        static MINE: Cell<Mine> = const {
            Cell::new(Mine { depth: 0, taken: 0, counted: 0, denied: false })
        };
    }

    fn gate() -> MutexGuard<'static, Gate> {
        GATE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(gate: MutexGuard<'static, Gate>) -> MutexGuard<'static, Gate> {
        FREED.wait(gate).unwrap_or_else(PoisonError::into_inner)
    }

    /// The memory of one thread's searches: memory taken while a claim is open counts until the
    /// outermost claim of the thread is dropped. Together they hold at most 128 MiB and the limit
    /// of one level. A search that needs more waits until no other continues alone.
    #[derive(Debug)]
    pub struct Claim(PhantomData<*const ()>);

    impl Claim {
        /// Begins a search, or a part of one.
        #[must_use]
        pub fn open() -> Self {
            let mine = MINE.get();
            MINE.set(Mine {
                depth: mine.depth + 1,
                ..mine
            });
            Self(PhantomData)
        }

        /// Takes bytes, and waits until they may be taken.
        pub(super) fn take(bytes: u64) {
            let mut mine = MINE.get();
            if mine.depth == 0 {
                return;
            }
            mine.taken = mine.taken.saturating_add(bytes);
            if mine.taken > FREE {
                pass(mine.taken - mine.counted, mine.counted);
                mine.counted = mine.taken;
            }
            MINE.set(mine);
        }

        /// Notes that the system had no more memory.
        pub(super) fn deny() {
            MINE.set(Mine {
                denied: true,
                ..MINE.get()
            });
        }
    }

    impl Drop for Claim {
        fn drop(&mut self) {
            let mine = MINE.get();
            if mine.depth > 1 {
                MINE.set(Mine {
                    depth: mine.depth - 1,
                    ..mine
                });
                return;
            }
            MINE.set(Mine::default());
            if mine.counted > 0 {
                let mut gate = gate();
                if gate.alone == Some(thread::current().id()) {
                    (gate.alone, gate.closed) = (None, false);
                } else {
                    gate.pool -= mine.counted;
                }
                drop(gate);
                FREED.notify_all();
            }
        }
    }

    /// Lets a thread that holds `counted` bytes take `more`.
    fn pass(more: u64, counted: u64) {
        let me = thread::current().id();
        let mut gate = gate();
        while gate.alone != Some(me) {
            if gate.pool + more <= SHARED && !gate.closed {
                gate.pool += more;
                return;
            }
            if gate.alone.is_none() {
                gate.alone = Some(me);
                gate.pool -= counted;
                FREED.notify_all();
                return;
            }
            gate = wait(gate);
        }
    }

    /// Runs a search. If the system had no more memory, runs it again while no other thread holds
    /// memory. `None` if that also failed.
    pub fn in_memory<R>(search: impl Fn() -> R) -> Option<R> {
        let outermost = MINE.get().depth == 0;
        {
            let _claim = Claim::open();
            let found = search();
            if !MINE.get().denied {
                return Some(found);
            }
        }
        if !outermost {
            return None;
        }
        let _claim = Claim::open();
        {
            let mut gate = gate();
            while gate.alone.is_some() || gate.pool > 0 {
                gate = wait(gate);
            }
            (gate.alone, gate.closed) = (Some(thread::current().id()), true);
        }
        // At least one byte is counted, so that the end of the claim opens the gate again.
        MINE.set(Mine {
            counted: 1,
            taken: 1,
            ..MINE.get()
        });
        let found = search();
        (!MINE.get().denied).then_some(found)
    }
}

#[cfg(all(test, feature = "verify"))]
mod tests {
    use core::sync::atomic::{AtomicU64, Ordering};
    use std::string::ToString;

    use super::*;

    #[test]
    fn a_room_is_as_large_as_its_limits() {
        let mut room = Room::new(Limits::states(1));
        let mut list: Vec<u64> = Vec::new();
        assert!(room.reserve(&mut list, 100) && list.capacity() >= 100);
        assert!(room.expect((256 << 20) - 8 * list.capacity()));
        assert_eq!(room.limit(), Limit::States(1));
        assert!(room.reserve(&mut list, 100) && !room.expect(1));
        assert_eq!(room.refused(), Some(Limit::Memory(1)));
        // Once refused, always refused.
        assert!(!room.reserve(&mut Vec::<u8>::new(), 1));
        assert_eq!(
            room.limit().to_string(),
            "the limit of 256 MiB of memory for 1 state was hit"
        );
        assert_eq!(Limits::default().bytes(), 4_000_000 * 256);
        // The system refuses more memory than it has, whatever the limits say.
        let mut room = Room::new(Limits::states(u32::MAX));
        let most = usize::try_from(Limits::states(u32::MAX).bytes()).unwrap_or(usize::MAX);
        let mut list: Vec<[u64; 1 << 20]> = Vec::new();
        assert!(!room.hold(&mut list, most) && list.capacity() == 0);
    }

    /// Each thread takes its bytes in many steps, as tables grow; all of them end, and together
    /// they never hold more than the shared memory and what one may have alone.
    #[test]
    fn threads_share_what_there_is() {
        const EACH: u64 = 100 << 20;
        let (held, most) = (AtomicU64::new(0), AtomicU64::new(0));
        let run = || {
            for step in [1 << 20, 7 << 20, 50 << 20] {
                let _claim = Claim::open();
                let mut taken = 0;
                while taken < EACH {
                    // A part of a search counts as part of the whole.
                    let _inner = Claim::open();
                    Claim::take(step);
                    taken += step;
                    let all = held.fetch_add(step, Ordering::SeqCst) + step;
                    most.fetch_max(all, Ordering::SeqCst);
                }
                held.fetch_sub(taken, Ordering::SeqCst);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(run);
            }
        });
        let most = most.into_inner();
        // The last step of each may exceed it.
        assert!(
            most <= (128 << 20) + EACH + (50 << 20) + (8 << 20),
            "{most}"
        );
        assert!(most > EACH, "{most}");
    }

    #[test]
    fn what_the_system_refuses_is_tried_again_alone() {
        let tries = AtomicU64::new(0);
        let fail_until = |enough: u64| {
            tries.store(0, Ordering::SeqCst);
            in_memory(|| {
                let tried = tries.fetch_add(1, Ordering::SeqCst) + 1;
                if tried < enough {
                    Room::new(Limits::default()).denied();
                }
                tried
            })
        };
        assert_eq!(fail_until(1), Some(1));
        assert_eq!(fail_until(2), Some(2));
        assert_eq!(fail_until(3), None);
        // Nothing is left held: others may continue.
        assert_eq!(fail_until(1), Some(1));
    }
}
