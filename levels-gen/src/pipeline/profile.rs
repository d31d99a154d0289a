//! The contents of a profile: the wanted pack, its buckets, and how its levels are drawn.
//!
//! A profile is a TOML file. Unknown keys are refused with their line, and so are settings that do not
//! go together.

use levels_core::json::source::Source;
use levels_core::quality::Generate;
use levels_core::quality::filters::Claim;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;

use crate::exit::Fault;

/// A pack that is wanted; `D` are the dials of its family.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile<D> {
    /// The family's tag.
    #[serde(rename = "family")]
    _family: String,
    /// The pack's id; levels are called ID/01, ID/02, …
    pub id: String,
    /// The title that players see.
    pub title: Option<String>,
    /// How many stars open the pack.
    pub stars_to_open: Option<u64>,
    /// The file of the hand-written first level, in the family's text form; the path is relative to
    /// the profile.
    pub tutorial: Option<String>,
    /// The most levels of one family key in the pack.
    #[serde(default = "one")]
    near_duplicates: u32,
    /// The buckets, in the order in which players meet their levels.
    bucket: Vec<Spanned<RawBucket<D>>>,
}

/// A bucket as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBucket<D> {
    levels: u32,
    moves: Option<(u32, u32)>,
    grade: Option<String>,
    layouts: u64,
    board: Spanned<D>,
}

/// A bucket: how many levels of which difficulty, and how they are drawn.
#[derive(Debug, Clone)]
pub struct BucketSpec<D> {
    /// How many levels it holds.
    pub levels: u32,
    /// What they claim.
    pub claim: Claim,
    /// How many layouts may be drawn before the bucket counts as one that cannot be filled.
    pub layouts: u64,
    /// How levels are drawn.
    pub dials: D,
}

#[derive(Deserialize)]
struct FamilyOnly {
    family: String,
}

fn one() -> u32 {
    1
}

/// The tag of the family that a profile is for.
///
/// # Errors
/// What is not TOML, or has no `family`.
pub fn family_of(source: &Source) -> Result<String, Fault> {
    let read: FamilyOnly = read_toml(source)?;
    Ok(read.family)
}

/// Reads a TOML file.
///
/// # Errors
/// The first fault, with its line.
pub fn read_toml<T: DeserializeOwned>(source: &Source) -> Result<T, Fault> {
    toml::from_str(source.text()).map_err(|fault| {
        let at = fault.span().map_or(0, |span| span.start);
        invalid(source, at, fault.message())
    })
}

fn invalid(source: &Source, at: usize, message: &str) -> Fault {
    let position = source.position(at);
    let line = source.line(position.line);
    Fault::Invalid(format!(
        "{}:{}:{}: {message}\n  {line}",
        source.name(),
        position.line,
        position.column
    ))
}

impl<D: DeserializeOwned> Profile<D> {
    /// Reads a profile of family `F`.
    ///
    /// # Errors
    /// The first fault, with its line.
    pub fn read<F: Generate<Dials = D>>(
        source: &Source,
    ) -> Result<(Self, Vec<BucketSpec<D>>), Fault> {
        let mut profile: Self = read_toml(source)?;
        let mut buckets = Vec::new();
        for raw in std::mem::take(&mut profile.bucket) {
            let at = raw.span().start;
            let raw = raw.into_inner();
            let claim = claim::<F>(&raw).map_err(|message| invalid(source, at, &message))?;
            if raw.levels == 0 || raw.layouts == 0 {
                return Err(invalid(
                    source,
                    at,
                    "a bucket needs at least one level and one layout",
                ));
            }
            F::check(raw.board.as_ref())
                .map_err(|message| invalid(source, raw.board.span().start, &message))?;
            buckets.push(BucketSpec {
                levels: raw.levels,
                claim,
                layouts: raw.layouts,
                dials: raw.board.into_inner(),
            });
        }
        if buckets.is_empty() {
            return Err(invalid(source, 0, "the profile has no bucket"));
        }
        Ok((profile, buckets))
    }

    /// The most levels of one family key in the pack.
    pub fn near_duplicates(&self) -> u32 {
        self.near_duplicates
    }
}

fn claim<F: Generate>(raw: &RawBucket<F::Dials>) -> Result<Claim, String> {
    match (&raw.moves, &raw.grade) {
        (Some((min, max)), None) if F::GRADES.is_empty() => {
            if *min == 0 || min > max {
                Err(format!("no level has {min} to {max} moves"))
            } else {
                Ok(Claim::Moves {
                    min: *min,
                    max: *max,
                })
            }
        }
        (None, Some(grade)) if !F::GRADES.is_empty() => F::GRADES
            .iter()
            .position(|known| known == grade)
            .map(Claim::Grade)
            .ok_or_else(|| format!("`{grade}` is not one of {}", F::GRADES.join(", "))),
        _ if F::GRADES.is_empty() => Err("a bucket needs `moves = [least, most]`".to_string()),
        _ => Err(format!(
            "a bucket needs `grade`, one of {}",
            F::GRADES.join(", ")
        )),
    }
}
