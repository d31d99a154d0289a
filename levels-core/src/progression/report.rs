//! Report: the figures of an order against their bounds, and what the pool lacks if one is missed.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde_json::{Value, json};

use super::accept::Accept;
use super::draw::trace;
use super::figures::Figures;
use super::number::rounded;
use super::order::Order;
use super::pool::Pool;
use super::rate::SizeSpan;
use super::settings::Progression;
use super::shortage::{Shortage, shortages};
use super::tones::Tone;
use crate::wording::plural;
use crate::wrap::wrapped;

/// The figures that have a bound, in the order of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound {
    /// Easy levels by tenth of the stages.
    EasyByTenth,
    /// The last easy stage.
    LastEasy,
    /// The first tricky stage.
    FirstTricky,
    /// The first hard stage.
    FirstHard,
    /// Milestones that are harder than the stages around them.
    Milestones,
    /// The greatest rise and fall.
    Steps,
    /// Family keys that come back.
    Families,
    /// The longest run without relief.
    Relief,
    /// Kendall's τ against the sort.
    Tau,
    /// The trend of the rolling mean.
    Trend,
    /// The worst fall of the rolling mean.
    MeanFall,
    /// The autocorrelation over one cycle.
    Cycle,
    /// Stages well below and above the local mean.
    Spread,
    /// How the tones are mixed.
    Mix,
    /// Where each tone is, compared with the local mean.
    Offsets,
    /// Stages on the relax ladder.
    Relaxed,
}

/// One line of the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Which figure.
    pub bound: Bound,
    /// The figure in words.
    pub value: String,
    /// What is accepted, in words.
    pub accept: String,
    /// Whether it is.
    pub met: bool,
    /// For a bound that is missed: what the pool lacks for it. Empty if no known shortage of the
    /// pool causes this.
    pub causes: Vec<String>,
}

/// The report on an order.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The figures.
    pub figures: Figures,
    /// The figures against their bounds.
    pub rows: Vec<Row>,
    /// What the pool lacks, whether or not a bound is missed because of it.
    pub shortages: Vec<Shortage>,
    /// How far the ratings of each size reach.
    pub sizes: Vec<SizeSpan>,
}

impl Bound {
    /// All bounds, in the order of the table.
    pub const ALL: [Self; 16] = [
        Self::EasyByTenth,
        Self::LastEasy,
        Self::FirstTricky,
        Self::FirstHard,
        Self::Milestones,
        Self::Steps,
        Self::Families,
        Self::Relief,
        Self::Tau,
        Self::Trend,
        Self::MeanFall,
        Self::Cycle,
        Self::Spread,
        Self::Mix,
        Self::Offsets,
        Self::Relaxed,
    ];

    /// The name in the table.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::EasyByTenth => "easy levels by tenth",
            Self::LastEasy => "last easy stage",
            Self::FirstTricky => "first tricky stage",
            Self::FirstHard => "first hard stage",
            Self::Milestones => "milestones hardest within ±6",
            Self::Steps => "greatest rise / fall",
            Self::Families => "same family next door / within 8",
            Self::Relief => "longest run without a drop over 0.5",
            Self::Tau => "Kendall τ against the sort",
            Self::Trend => "trend of the rolling mean of 20",
            Self::MeanFall => "worst fall of the rolling mean",
            Self::Cycle => "autocorrelation at lag 20",
            Self::Spread => "≥ 1 below / above the local mean, %",
            Self::Mix => "tone mix C/H/R/M, %",
            Self::Offsets => "mean offset C/H/R/M",
            Self::Relaxed => "stages relaxed / deep on the ladder",
        }
    }

    /// The name in JSON.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::EasyByTenth => "easy_by_tenth",
            Self::LastEasy => "last_easy",
            Self::FirstTricky => "first_tricky",
            Self::FirstHard => "first_hard",
            Self::Milestones => "milestones",
            Self::Steps => "steps",
            Self::Families => "families",
            Self::Relief => "relief",
            Self::Tau => "tau",
            Self::Trend => "trend",
            Self::MeanFall => "mean_fall",
            Self::Cycle => "cycle",
            Self::Spread => "spread",
            Self::Mix => "mix",
            Self::Offsets => "offsets",
            Self::Relaxed => "relaxed",
        }
    }

    /// The figure and the bound in words, and whether it is met.
    fn judge(self, figures: &Figures, accept: &Accept) -> (String, String, bool) {
        let f = figures;
        let percent = |count: usize| count as f64 * 100.0 / f.stages.max(1) as f64;
        let within = |value: f64, (lo, hi): (f64, f64)| lo <= value && value <= hi;
        let stage = |stage: usize, bound: (f64, f64)| {
            let value = match stage {
                0 => "none".to_string(),
                stage => format!("{stage} ({:.0} %)", percent(stage)),
            };
            let met = stage > 0 && within(percent(stage), bound);
            (value, format!("{}–{} % of N", bound.0, bound.1), met)
        };
        match self {
            Self::EasyByTenth => {
                let tenths = f.easy_by_tenth.map(|count| count.to_string()).join(",");
                let met = f.easy_by_tenth[9] == 0;
                (tenths, "none in the last tenth".into(), met)
            }
            Self::LastEasy => stage(f.last_easy, accept.last_easy),
            Self::FirstTricky => stage(f.first_tricky, accept.first_tricky),
            Self::FirstHard => stage(f.first_hard, accept.first_hard),
            Self::Milestones => {
                let value = format!("{}/{}", f.summits, f.milestones);
                let met = f.summits == f.milestones && f.milestones > 0;
                (value, "all".into(), met)
            }
            Self::Steps => {
                let value = format!("{:.2}/{:.2}", f.rise, f.fall);
                let bound = format!("≤ {} / ≤ {}", accept.rise, accept.fall);
                (value, bound, f.rise <= accept.rise && f.fall <= accept.fall)
            }
            Self::Families => {
                let value = format!("{}/{}", f.family_next, f.family_near);
                let met = f.family_next == 0 && percent(f.family_near) <= accept.family_near;
                (value, format!("0 / ≤ {} %", accept.family_near), met)
            }
            Self::Relief => {
                let met = f.no_relief <= accept.no_relief;
                (
                    f.no_relief.to_string(),
                    format!("≤ {}", accept.no_relief),
                    met,
                )
            }
            Self::Tau => {
                let (lo, hi) = accept.tau;
                let met = within(f.tau, accept.tau);
                (format!("{:.3}", f.tau), format!("{lo}–{hi}"), met)
            }
            Self::Trend => {
                let met = f.trend >= accept.trend;
                (
                    format!("{:.3}", f.trend),
                    format!("≥ {}", accept.trend),
                    met,
                )
            }
            Self::MeanFall => {
                let met = f.mean_fall <= accept.mean_fall;
                (
                    format!("{:.2}", f.mean_fall),
                    format!("≤ {}", accept.mean_fall),
                    met,
                )
            }
            Self::Cycle => {
                let met = f.cycle >= accept.cycle;
                (
                    format!("{:.2}", f.cycle),
                    format!("≥ {}", accept.cycle),
                    met,
                )
            }
            Self::Spread => {
                let value = format!("{:.1}/{:.1}", f.below, f.above);
                let ((a, b), (c, d)) = (accept.below, accept.above);
                let met = within(f.below, accept.below) && within(f.above, accept.above);
                (value, format!("{a}–{b} / {c}–{d}"), met)
            }
            Self::Mix => {
                let value = f.mix.map(|share| format!("{share:.1}")).join("/");
                let bound = accept.mix.map(|share| share.to_string()).join("/");
                let mut pairs = f.mix.iter().zip(accept.mix);
                let met = pairs.all(|(is, want)| (is - want).abs() <= accept.mix_tolerance);
                (value, format!("{bound} ± {}", accept.mix_tolerance), met)
            }
            Self::Offsets => {
                let text = |offset: Option<f64>| match offset {
                    Some(offset) => format!("{offset:+.1}"),
                    None => "–".into(),
                };
                let met = match f.offset {
                    [Some(c), Some(h), Some(r), Some(m)] => r < c && c < 0.0 && 0.0 < h && h < m,
                    _ => false,
                };
                (
                    f.offset.map(text).join("/"),
                    "R < C < 0 < H < M".into(),
                    met,
                )
            }
            Self::Relaxed => {
                let value = format!("{}/{}", f.relaxed, f.deep);
                let bound = format!("≤ {} % / ≤ {} %", accept.relaxed, accept.deep);
                let met = percent(f.relaxed) <= accept.relaxed && percent(f.deep) <= accept.deep;
                (value, bound, met)
            }
        }
    }
}

impl Report {
    /// The report on an order that was built from `pool` with `settings`.
    #[must_use]
    pub fn new(settings: &Progression, pool: &Pool, order: &Order) -> Self {
        let figures = Figures::of(order);
        let shortages = shortages(settings, pool, order);
        let rows = Bound::ALL.map(|bound| {
            let (value, accept, met) = bound.judge(&figures, &settings.accept);
            let hurts = |shortage: &&Shortage| !met && shortage.hurts.contains(&bound);
            let causes = shortages.iter().filter(hurts);
            Row {
                bound,
                value,
                accept,
                met,
                causes: causes.map(|shortage| shortage.what.clone()).collect(),
            }
        });
        Self {
            figures,
            rows: rows.to_vec(),
            shortages,
            sizes: pool.size_spans(),
        }
    }

    /// Whether every bound is met.
    #[must_use]
    pub fn met(&self) -> bool {
        self.rows.iter().all(|row| row.met)
    }

    /// The table with its bounds, misses marked with `✗` and followed by their causes.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let mark = if row.met { ' ' } else { '✗' };
            let title = row.bound.title();
            // A long value may use the space left by a short title: a line has 80 columns.
            let room = 54_usize.saturating_sub(title.chars().count() + 1);
            text += &format!("{mark} {title} {:>room$}  {}\n", row.value, row.accept);
            for cause in &row.causes {
                text += &wrapped(format!("because {cause}").split(' '), "    ", 80);
            }
            if !row.met && row.causes.is_empty() {
                text += "    no known shortage of the pool causes this; try another seed\n";
            }
        }
        text
    }

    /// The spans of the ratings by size, one line each.
    #[must_use]
    pub fn size_table(&self) -> String {
        let mut text = String::new();
        for span in &self.sizes {
            let [lo, median, hi] = span.ratings;
            let mark = if span.apart {
                "  apart from all other sizes"
            } else {
                ""
            };
            text += &format!(
                "  {:<7} {:>5} levels  {lo:>5.2} … {median:>5.2} … {hi:>5.2}{mark}\n",
                span.size, span.count
            );
        }
        let apart = self.sizes.iter().filter(|span| span.apart).count();
        if apart * 2 > self.sizes.len() {
            text += "  most sizes stand apart: the model measures size\n";
        }
        text
    }

    /// The whole report as text: the difficulty trace over `width` columns, the table and the
    /// spans of the ratings by size.
    #[must_use]
    pub fn to_text(&self, order: &Order, width: usize) -> String {
        format!(
            "{} · {} · variant {} · seed {}\n\n{}\n{}\nratings by size:\n{}",
            order.model_version,
            plural(self.figures.stages, "stage"),
            order.variant,
            order.seed,
            trace(order, width),
            self.table(),
            self.size_table()
        )
    }

    /// The report as JSON: every figure, every bound with its value and whether it is met, what
    /// the pool lacks, and the spans of the ratings by size.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let f = &self.figures;
        let tones = |values: [Value; 4]| -> Value {
            let names = Tone::ALL.map(|tone| tone.name().to_string());
            Value::Object(names.into_iter().zip(values).collect())
        };
        let rows: Vec<Value> = self
            .rows
            .iter()
            .map(|row| {
                json!({
                    "bound": row.bound.key(),
                    "value": row.value,
                    "accept": row.accept,
                    "met": row.met,
                    "causes": row.causes,
                })
            })
            .collect();
        let sizes: Vec<Value> = self
            .sizes
            .iter()
            .map(|span| {
                json!({
                    "size": span.size,
                    "count": span.count,
                    "lowest": span.ratings[0],
                    "median": rounded(span.ratings[1]),
                    "highest": span.ratings[2],
                    "apart": span.apart,
                })
            })
            .collect();
        let shortages = self.shortages.iter().map(|s| s.what.as_str());
        json!({
            "met": self.met(),
            "figures": {
                "stages": f.stages,
                "easy_by_tenth": f.easy_by_tenth,
                "last_easy": f.last_easy,
                "first_tricky": f.first_tricky,
                "first_hard": f.first_hard,
                "milestones": f.milestones,
                "milestones_hardest": f.summits,
                "rise": rounded(f.rise),
                "fall": rounded(f.fall),
                "family_next": f.family_next,
                "family_near": f.family_near,
                "no_relief": f.no_relief,
                "tau": rounded(f.tau),
                "trend": rounded(f.trend),
                "mean_fall": rounded(f.mean_fall),
                "cycle": rounded(f.cycle),
                "below": rounded(f.below),
                "above": rounded(f.above),
                "mix": tones(f.mix.map(|share| json!(rounded(share)))),
                "offset": tones(f.offset.map(|offset| json!(offset.map(rounded)))),
                "relaxed": f.relaxed,
                "deep": f.deep,
            },
            "bounds": rows,
            "shortages": shortages.collect::<Vec<&str>>(),
            "sizes": sizes,
        })
    }
}

/// Several orders side by side: a column each, headed by `names`, and the bounds.
#[must_use]
pub fn compare(names: &[&str], reports: &[Report]) -> String {
    let mut text = format!("  {:<36}", "figure");
    for name in names {
        text += &format!(" {name:<29}");
    }
    text += " accept\n";
    for (at, bound) in Bound::ALL.into_iter().enumerate() {
        text += &format!("  {:<36}", bound.title());
        for row in reports.iter().filter_map(|report| report.rows.get(at)) {
            let mark = if row.met { ' ' } else { '✗' };
            text += &format!(" {mark}{:<28}", row.value);
        }
        let accept = reports.first().and_then(|report| report.rows.get(at));
        text += &format!(" {}\n", accept.map_or("", |row| row.accept.as_str()));
    }
    text
}
