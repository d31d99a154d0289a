//! Exit codes, the same for every verb.

use std::process::ExitCode;

/// How a verb ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// 0: all valid or solved.
    Ok,
    /// 1: something is invalid or unsolvable.
    Invalid,
    /// 2: the command line is wrong.
    Usage,
    /// 3: a file could not be read or written.
    File,
    /// 4: a limit was hit before an answer was known.
    Exhausted,
    /// 5: a bucket could not be filled within its budget.
    Unfilled,
    /// 130: Ctrl-C; the work that had begun is finished and saved.
    Interrupted,
}

impl Exit {
    /// Which of two wins: an interruption, then the first of 3, 1, 4, 5.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let rank = |exit: Self| match exit {
            Self::Interrupted => 6,
            Self::Usage => 5,
            Self::File => 4,
            Self::Invalid => 3,
            Self::Exhausted => 2,
            Self::Unfilled => 1,
            Self::Ok => 0,
        };
        if rank(other) > rank(self) {
            other
        } else {
            self
        }
    }

    fn code(self) -> u8 {
        match self {
            Self::Ok => 0,
            Self::Invalid => 1,
            Self::Usage => 2,
            Self::File => 3,
            Self::Exhausted => 4,
            Self::Unfilled => 5,
            Self::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// Why a verb could not do its work at all.
#[derive(Debug)]
pub enum Fault {
    /// The command line combines things that do not go together.
    Usage(String),
    /// What was read is not what it should be.
    Invalid(String),
    /// A limit was hit before an answer was known.
    Exhausted(String),
    /// A file or stream could not be read or written.
    File(String),
}

impl Fault {
    /// The exit code that the fault ends with.
    #[must_use]
    pub fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) => Exit::Usage,
            Self::Invalid(_) => Exit::Invalid,
            Self::Exhausted(_) => Exit::Exhausted,
            Self::File(_) => Exit::File,
        }
    }
}

impl From<std::io::Error> for Fault {
    fn from(fault: std::io::Error) -> Self {
        Self::File(fault.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::Exit::{Exhausted, File, Interrupted, Invalid, Ok, Unfilled, Usage};

    #[test]
    fn the_first_of_3_1_4_wins() {
        let cases = [
            (Ok, Exhausted, Exhausted),
            (Exhausted, Invalid, Invalid),
            (File, Invalid, File),
            (Exhausted, File, File),
            (Unfilled, Exhausted, Exhausted),
            (Ok, Unfilled, Unfilled),
            (Interrupted, File, Interrupted),
            (Ok, Ok, Ok),
        ];
        for (a, b, expected) in cases {
            assert_eq!(a.and(b), expected);
            assert_eq!(b.and(a), expected);
        }
        let all = [Ok, Invalid, Usage, File, Exhausted, Unfilled, Interrupted];
        assert_eq!(all.map(super::Exit::code), [0, 1, 2, 3, 4, 5, 130]);
    }
}
