//! Keyed hashes, which break ties and give the lock's digest.
//!
//! Ties use a hash of what is compared, never a stream of random numbers. With a stream, every
//! choice would depend on the number of choices before it: one more candidate at stage 3 would
//! reshuffle stage 300.

use alloc::format;
use alloc::string::String;
use core::hash::Hasher as _;

use siphasher::sip::SipHasher24;
use siphasher::sip128::{Hasher128 as _, SipHasher24 as SipHasher128};

/// Breaks a tie at `stage` (from 0): equal for equal arguments, otherwise as good as random.
#[must_use]
pub(super) fn tie(seed: u64, model_version: &str, stage: usize, id: &str) -> u64 {
    let mut hash = SipHasher24::new_with_keys(seed, 0);
    // Lengths go in before strings, and integers as bytes in one order: the bytes are the message.
    hash.write(&(model_version.len() as u64).to_le_bytes());
    hash.write(model_version.as_bytes());
    hash.write(&(stage as u64).to_le_bytes());
    hash.write(id.as_bytes());
    hash.finish()
}

/// The digest of an order of stages: 32 hexadecimal digits. It guards against accidents, not
/// against an attacker; the order itself is recorded next to it.
#[must_use]
pub(super) fn digest<'a>(keys: impl Iterator<Item = Option<&'a str>>) -> String {
    let mut hash = SipHasher128::new();
    for key in keys {
        match key {
            Some(key) => {
                hash.write(&(key.len() as u64 + 1).to_le_bytes());
                hash.write(key.as_bytes());
            }
            None => hash.write(&0_u64.to_le_bytes()),
        }
    }
    let value = hash.finish128();
    format!("{:016x}{:016x}", value.h1, value.h2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tie_depends_on_every_argument() {
        let base = tie(1, "levels-1", 5, "b001");
        assert_eq!(base, tie(1, "levels-1", 5, "b001"));
        for other in [
            tie(2, "levels-1", 5, "b001"),
            tie(1, "levels-2", 5, "b001"),
            tie(1, "levels-1", 6, "b001"),
            tie(1, "levels-1", 5, "b002"),
        ] {
            assert_ne!(base, other);
        }
    }

    #[test]
    fn a_digest_keeps_keys_apart() {
        let of = |keys: &[Option<&'static str>]| digest(keys.iter().copied());
        assert_ne!(of(&[Some("ab"), Some("c")]), of(&[Some("a"), Some("bc")]));
        assert_ne!(of(&[Some("a"), None]), of(&[Some("a")]));
        assert_ne!(of(&[Some("a"), Some("b")]), of(&[Some("b"), Some("a")]));
    }
}
