//! The daily puzzle of a date: a pure function of the date in UTC and the size of the pool.
//!
//! The pool is walked in steps of one stride that shares no factor with its size, so in every run
//! of as many days as there are puzzles, each puzzle occurs once. The stride is near the golden
//! section of the size, so neighbouring days are far apart in a pool that is ordered by difficulty.

use core::fmt;
use core::str::FromStr;

const SECONDS_A_DAY: i64 = 86_400;

/// A day of the Gregorian calendar, in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// Days since 1970-01-01, negative before.
    days: i64,
}

/// A text that is not a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotADate;

impl Date {
    /// The day that many days after 1970-01-01, or before it if negative.
    #[must_use]
    pub fn from_days(days: i64) -> Self {
        Self { days }
    }

    /// The day, in UTC, at a time in seconds since 1970-01-01 00:00 UTC, as a clock gives it.
    #[must_use]
    pub fn at(seconds: i64) -> Self {
        Self::from_days(seconds.div_euclid(SECONDS_A_DAY))
    }

    /// Days since 1970-01-01, negative before.
    #[must_use]
    pub fn days(self) -> i64 {
        self.days
    }

    /// The index of this day's puzzle in a pool of `count`; 0 for an empty one. No index occurs
    /// twice within `count` days.
    #[must_use]
    pub fn puzzle(self, count: u32) -> u32 {
        let Some(day) = self.days.checked_rem_euclid(i64::from(count)) else {
            return 0;
        };
        // Both factors are below 2^32.
        (day as u64 * u64::from(stride(count)) % u64::from(count)) as u32
    }
}

/// The least number that shares no factor with `count`, starting at the golden section of `count`.
fn stride(count: u32) -> u32 {
    let section = (u64::from(count) * 618 / 1000) as u32;
    (section.max(1)..)
        .find(|&stride| gcd(stride, count) == 1)
        .unwrap_or(1)
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Days from 1970-01-01 to the first day of a month; months past the end of the year carry over.
/// Years begin in March here, so that the leap day comes last (the usual civil-calendar
/// arithmetic).
fn days_to(year: i64, month: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Reads `YYYY-MM-DD`.
impl FromStr for Date {
    type Err = NotADate;

    fn from_str(text: &str) -> Result<Self, NotADate> {
        let bytes = text.as_bytes();
        if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
            return Err(NotADate);
        }
        let number = |digits: &[u8]| {
            digits.iter().try_fold(0, |sum, digit| match digit {
                b'0'..=b'9' => Ok(sum * 10 + i64::from(digit - b'0')),
                _ => Err(NotADate),
            })
        };
        let (year, month, day) = (
            number(&bytes[..4])?,
            number(&bytes[5..7])?,
            number(&bytes[8..])?,
        );
        if !(1..=12).contains(&month) {
            return Err(NotADate);
        }
        let (next_year, next_month) = if month == 12 {
            (year + 1, 1)
        } else {
            (year, month + 1)
        };
        let first = days_to(year, month);
        let length = days_to(next_year, next_month) - first;
        if !(1..=length).contains(&day) {
            return Err(NotADate);
        }
        Ok(Self::from_days(first + day - 1))
    }
}

/// Writes `YYYY-MM-DD`.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let days = self.days + 719_468;
        let era = days.div_euclid(146_097);
        let day_of_era = days.rem_euclid(146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let month = (month + 2) % 12 + 1;
        let year = era * 400 + year_of_era + i64::from(month <= 2);
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl fmt::Display for NotADate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a date: write year, month and day, such as 2026-08-04")
    }
}

impl core::error::Error for NotADate {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::string::ToString as _;
    use alloc::vec::Vec;

    #[test]
    fn dates_are_days() {
        for (text, days) in [
            ("1970-01-01", 0),
            ("1969-12-31", -1),
            ("2000-02-29", 11_016),
            ("2000-03-01", 11_017),
            ("2026-08-04", 20_669),
            ("1900-02-28", -25_509),
            ("1900-03-01", -25_508),
            ("2100-12-31", 47_846),
        ] {
            assert_eq!(text.parse(), Ok(Date::from_days(days)), "{text}");
            assert_eq!(Date::from_days(days).to_string(), text);
        }
        for days in -800_000..800_000 {
            let date = Date::from_days(days);
            // Four digits hold the years 0 to 9999.
            if days >= -719_528 {
                assert_eq!(date.to_string().parse(), Ok(date), "{date}");
            }
        }
        assert_eq!(Date::at(86_399), Date::from_days(0));
        assert_eq!(Date::at(86_400), Date::from_days(1));
        assert_eq!(Date::at(-1), Date::from_days(-1));
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in [
            "",
            "2026-8-4",
            "2026-13-01",
            "2026-00-01",
            "2026-02-29",
            "2026-04-31",
            "2026-04-00",
            "2026/04/01",
            "+026-04-01",
            "2026-04-0x",
            "2026-04-011",
        ] {
            assert_eq!(text.parse::<Date>(), Err(NotADate), "{text}");
        }
    }

    #[test]
    fn no_puzzle_comes_twice_in_a_cycle_and_neighbours_are_far_apart() {
        for count in [1, 2, 3, 4, 6, 29, 174, 175, 1_000] {
            for start in [-500, -1, 0, 20_000, i64::MAX - 2_000] {
                let window: BTreeSet<u32> = (0..i64::from(count))
                    .map(|day| Date::from_days(start + day).puzzle(count))
                    .collect();
                assert_eq!(window.len(), count as usize, "{count} from {start}");
                assert!(window.iter().all(|&index| index < count));
            }
        }
        let of = |day| i64::from(Date::from_days(day).puzzle(174));
        let steps: Vec<i64> = (0..400).map(|day| (of(day + 1) - of(day)).abs()).collect();
        assert!(steps.iter().all(|&step| step >= 58), "{steps:?}");
        assert_eq!(Date::from_days(3).puzzle(0), 0);
    }
}
