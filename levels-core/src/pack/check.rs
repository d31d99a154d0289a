//! From a file's text to levels that are boards: everything that can be checked without solving.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use super::FORMAT;
use super::file::{LEVEL_HEAD, LEVEL_TAIL, LevelFile, PACK, PackFile};
use super::finding::{Finding, Severity};
use super::limits::{ENOUGH_FINDINGS, MAX_BYTES, MOST_DRAWN, MOST_FAULTS};
use super::lint::{Lint, LintLevel, LintLevels, lint};
use super::stored::{AnyFamily, AnyLevel, Families};
use crate::MODEL_VERSION;
use crate::finding::{Cell, Fault, Place};
use crate::json::shape::{Field, ShapeFault, check_kept, check_record, nearest};
use crate::json::source::Source;
use crate::json::{Node, Pieces, Value};
use crate::lint_id::LintId;
use crate::wording::{is_unprintable, plural, printable};

/// A file whose levels are read one after the other, so that the caller decides how many are held
/// in memory.
pub(super) struct Reading<'a> {
    pub source: &'a Source,
    /// Absent if the file is so wrong that its levels are not read.
    pub pack: Option<Header<'a>>,
    /// The findings of what has been read so far.
    pub findings: Vec<Finding>,
}

/// What a pack says besides its levels.
pub(super) struct Header<'a> {
    /// Without levels.
    pub file: PackFile,
    pub lints: LintLevels,
    pub family: &'static dyn AnyFamily,
    pieces: Pieces<'a>,
    /// How many levels have been read.
    pub read: usize,
    /// How many are to be read.
    end: usize,
}

/// A level whose shape, at least, is right.
pub(super) struct CheckedLevel {
    pub node: Node,
    pub file: LevelFile,
    pub lints: LintLevels,
    /// Absent if the board is not valid.
    pub level: Option<Box<dyn AnyLevel>>,
    pub family: &'static dyn AnyFamily,
}

/// Whether a model version that is not the linked one is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OtherVersion {
    Refuse,
    /// Rating adopts the linked version, whatever the pack says.
    Adopt,
}

impl<'a> Reading<'a> {
    /// Reads and checks what a file says besides its levels.
    pub fn open(source: &'a Source, families: &Families, other_version: OtherVersion) -> Self {
        let mut reading = Self {
            source,
            pack: None,
            findings: Vec::new(),
        };
        reading.pack = reading.header(families, other_version);
        reading
    }
}

/// The levels that are left, one by one.
impl Iterator for Reading<'_> {
    type Item = CheckedLevel;

    fn next(&mut self) -> Option<CheckedLevel> {
        let pack = self.pack.as_mut()?;
        if pack.read == pack.end {
            return None;
        }
        let node = pack.pieces.get(pack.read)?;
        if self.findings.len() > ENOUGH_FINDINGS {
            let left = pack.end - pack.read;
            pack.end = pack.read;
            self.malformed(
                node.span.start..node.span.start + 1,
                format!(
                    "after more than {ENOUGH_FINDINGS} findings the rest was not checked: {}",
                    plural(left, "level")
                ),
                "fix the earlier findings first",
            );
            return None;
        }
        pack.read += 1;
        let (family, generated) = (pack.family, pack.file.recipe.is_some());
        Some(self.level(node, family, generated))
    }
}

/// One level of a pack, read but not verified.
pub struct PackLevel {
    /// The level's id.
    pub id: String,
    /// The tag of its family.
    pub family: &'static str,
    /// The level, or what is wrong with it.
    pub level: Result<Box<dyn AnyLevel>, Vec<Finding>>,
    /// What the pack says about it.
    pub file: LevelFile,
}

/// The levels of a pack, to show or solve them. Nothing derived is read. A level that is not a
/// board comes with its findings.
///
/// # Errors
/// The findings of a file whose levels cannot be separated.
pub fn levels(source: &Source, families: &Families) -> Result<Vec<PackLevel>, Vec<Finding>> {
    let mut reading = Reading::open(source, families, OtherVersion::Adopt);
    let mut levels: Vec<PackLevel> = Vec::new();
    for level in reading.by_ref() {
        levels.push(PackLevel {
            id: level.file.id.clone(),
            family: level.family.tag(),
            level: level.level.ok_or_else(Vec::new),
            file: level.file,
        });
    }
    let findings = reading.findings;
    if reading.pack.is_none() {
        return Err(findings);
    }
    if findings.iter().any(|found| found.level.is_none()) {
        let loose = findings.into_iter().filter(|found| found.level.is_none());
        return Err(loose.collect());
    }
    let mut by_level: BTreeMap<&str, Vec<&Finding>> = BTreeMap::new();
    for found in &findings {
        let id = found.level.as_deref().unwrap_or_default();
        by_level.entry(id).or_default().push(found);
    }
    for level in &mut levels {
        if let Err(of_level) = &mut level.level {
            let found = by_level.get(level.id.as_str()).into_iter().flatten();
            *of_level = found.map(|found| (*found).clone()).collect();
        }
    }
    Ok(levels)
}

impl<'a> Reading<'a> {
    fn malformed(
        &mut self,
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.findings.push(finding(
            self.source,
            LintId::Malformed,
            span,
            message.into(),
            help.into(),
        ));
    }

    fn shape_faults(&mut self, faults: Vec<ShapeFault>, level: Option<&str>) -> bool {
        let clean = faults.is_empty();
        let more = more_faults(faults.len());
        for (index, fault) in faults.into_iter().enumerate().take(MOST_FAULTS + 1) {
            match &more {
                Some(more) if index == MOST_FAULTS => {
                    self.malformed(fault.span, more.as_str(), FIX_FIRST);
                }
                _ => self.malformed(fault.span, fault.message, fault.help),
            }
            if let Some(last) = self.findings.last_mut() {
                last.level = level.map(ToString::to_string);
            }
        }
        clean
    }

    fn header(&mut self, families: &Families, other_version: OtherVersion) -> Option<Header<'a>> {
        let source = self.source;
        let bytes = source.text().len();
        if bytes > MAX_BYTES {
            self.malformed(
                0..1,
                format!(
                    "too large: the file has {bytes} bytes, the limit for a pack is {MAX_BYTES}"
                ),
                "split it into several packs",
            );
            return None;
        }
        if self.source.is_cut() {
            self.malformed(
                bytes..bytes,
                "the file is not UTF-8 from here on",
                "save it as UTF-8",
            );
            return None;
        }
        let pieces = match Pieces::parse(source.text(), "levels") {
            Ok(pieces) => pieces,
            Err(fault) => {
                self.malformed(
                    fault.span,
                    format!("not JSON: {}", fault.message),
                    "write strict JSON: double quotes, commas between entries, no comma after the last, no comments",
                );
                return None;
            }
        };
        let root = pieces.root();
        let family = self.family(root, families, other_version)?;
        let mut faults = Vec::new();
        check_record(root, "the pack", PACK, &mut faults);
        for field in ["id", "title"] {
            faults.extend(unprintable_fault(root, field, "the pack"));
        }
        self.shape_faults(faults, None);
        let file = PackFile::read(root);
        if let Some(id) = root.get("id")
            && file.id.trim().is_empty()
            && id.text().is_some()
        {
            self.malformed(
                id.span.clone(),
                "the pack's id is empty",
                "give it a name, such as \"frost-run\"",
            );
        }
        if let Some(stars) = root.get("stars_to_open")
            && stars
                .count()
                .is_some_and(|stars| u32::try_from(stars).is_err())
        {
            self.malformed(
                stars.span.clone(),
                "`stars_to_open` is too large",
                format!("at most {}", u32::MAX),
            );
        }
        let lints = self.lints(root.get("lints").into_iter().map(|node| (node, None)), None);
        let end = pieces.len();
        if let Some(list) = root.get("levels")
            && list.items().is_empty()
        {
            self.malformed(
                list.span.clone(),
                "the pack has no levels",
                "add a level or delete the file",
            );
        }
        Some(Header {
            file,
            lints,
            family,
            pieces,
            read: 0,
            end,
        })
    }

    /// Read first: if the format, version or family is unknown, no other field can be understood,
    /// so this alone is reported.
    fn family(
        &mut self,
        root: &Node,
        families: &Families,
        other_version: OtherVersion,
    ) -> Option<&'static dyn AnyFamily> {
        let Some(format) = root.get("format") else {
            self.no_format(root);
            return None;
        };
        if format.count() != Some(FORMAT) {
            let written = self
                .source
                .text()
                .get(format.span.clone())
                .unwrap_or_default();
            let written: String = written.chars().take(20).collect();
            self.malformed(
                format.span.clone(),
                format!("unknown pack format {written}"),
                format!("this library reads format {FORMAT}; a newer format needs a newer library"),
            );
            return None;
        }
        if let Some(version) = root.get("model_version")
            && other_version == OtherVersion::Refuse
            && version.text().is_some_and(|text| text != MODEL_VERSION)
        {
            let written = version.text().unwrap_or_default();
            self.findings.push(finding(
                self.source,
                LintId::ModelVersion,
                version.span.clone(),
                format!(
                    "rated under model version `{written}`, but the linked one is `{MODEL_VERSION}`"
                ),
                format!(
                    "rate it again: levels-gen rate {} --write",
                    shell_word(self.source.name())
                ),
            ));
            return None;
        }
        let Some(family) = root.get("family") else {
            self.malformed(
                root.span.start..root.span.start + 1,
                "the pack has no `family`",
                "add it: \"family\": \"slide\"",
            );
            return None;
        };
        let tag = family.text().unwrap_or_default();
        let found = families.get(tag);
        if found.is_none() {
            let known: Vec<&str> = families.iter().map(AnyFamily::tag).collect();
            let help = match nearest(tag, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "known families: {}; add a family of your own in a build script: embed::Builder::new().family::<Yours>()",
                    known.join(", ")
                ),
            };
            self.malformed(family.span.clone(), format!("unknown family `{tag}`"), help);
        }
        found
    }

    /// A file without `format`: either almost a pack, or another file in a folder of packs.
    fn no_format(&mut self, root: &Node) {
        let shape = format!(
            "{{ \"format\": {FORMAT}, \"id\": \"…\", \"family\": \"slide\", \"levels\": […] }}"
        );
        let keep_out = "every *.json in a folder of packs is read as a pack: move other files out, or into a folder whose name begins with a dot";
        let start = root.span.start..root.span.start + 1;
        let near = root.entries().find(|entry| {
            nearest(&entry.key.to_ascii_lowercase(), ["format"].into_iter()).is_some()
        });
        if let Some(entry) = near {
            self.malformed(
                entry.key_span.clone(),
                format!("not a pack: it has no `format`, but `{}`", entry.key),
                "write `format`",
            );
        } else if let Value::List(items) = &root.value {
            let packs = items.iter().filter(|item| item.get("format").is_some());
            let help = match packs.count() {
                0 => format!("a pack is one object: {shape}; {keep_out}"),
                _ => "a pack is one object: take it out of the list, one pack per file".to_string(),
            };
            self.malformed(start, "not a pack: it is a list", help);
        } else {
            self.malformed(
                start,
                "not a pack: it has no `format`",
                format!("a pack begins {shape}; {keep_out}"),
            );
        }
    }

    fn level(
        &mut self,
        node: Node,
        family: &'static dyn AnyFamily,
        generated: bool,
    ) -> CheckedLevel {
        let grid = family.grid();
        let id = node.text_at("id").unwrap_or_default().to_string();
        let mut checked = CheckedLevel {
            file: LevelFile::read(&node, Vec::new()),
            node,
            lints: LintLevels::new(),
            level: None,
            family,
        };
        let node = &checked.node;
        let fields: Vec<Field> = LEVEL_HEAD
            .iter()
            .chain(family.fields())
            .chain(LEVEL_TAIL)
            .copied()
            .collect();
        let what = if id.is_empty() {
            "the level".to_string()
        } else {
            format!("level `{id}`")
        };
        let mut faults = Vec::new();
        check_record(node, &what, &fields, &mut faults);
        for name in ["content", "measures"] {
            if let Some(free) = node.get(name) {
                check_kept(free, &format!("`{name}`"), &mut faults);
            }
        }
        faults.extend(unprintable_fault(node, "id", &what));
        if faults.is_empty() && id.trim().is_empty() {
            faults.push(ShapeFault {
                span: node
                    .get("id")
                    .map_or_else(|| node.span.clone(), |id| id.span.clone()),
                message: "the level's id is empty".to_string(),
                help: "give it a name, such as \"frost-run/07\"".to_string(),
            });
        }
        if !self.shape_faults(faults, Some(&id)) {
            return checked;
        }
        if generated && node.get("band").is_none() {
            self.malformed(
                node.span.start..node.span.start + 1,
                format!("level `{id}` of a generated pack has no `band`"),
                "a generated level has to claim a band: add one, or remove the recipe",
            );
        }
        let levels = [LintLevel::Allow, LintLevel::Warn, LintLevel::Deny];
        checked.lints = self.lints(
            levels
                .into_iter()
                .filter_map(|level| Some((node.get(level.word())?, Some(level)))),
            Some(&id),
        );
        match family.open(node) {
            Ok(level) => {
                checked.file.own = level.write();
                checked.level = Some(level);
            }
            Err(faults) => {
                let more = more_faults(faults.len());
                for (index, mut fault) in faults.into_iter().enumerate().take(MOST_FAULTS + 1) {
                    if let Some(more) = &more
                        && index == MOST_FAULTS
                    {
                        fault = Fault::new(fault.place, more.as_str()).with_help(FIX_FIRST);
                    }
                    self.findings
                        .push(fault_finding(self.source, node, grid, &id, fault));
                }
            }
        }
        checked
    }

    /// Reads lint levels: objects whose keys are lints and whose values are the level (in a pack) or
    /// the reason (on a level, where the key of the object is the level).
    fn lints<'n>(
        &mut self,
        objects: impl Iterator<Item = (&'n Node, Option<LintLevel>)>,
        level_id: Option<&str>,
    ) -> LintLevels {
        let mut lints = LintLevels::new();
        for (node, level) in objects {
            for entry in node.entries() {
                let text = entry.node.text().unwrap_or_default();
                let twice = lint(&entry.key).is_some_and(|lint| lints.get(lint).is_some());
                let result = match level {
                    _ if twice => Err(format!("the level of `{}` is set twice", entry.key)),
                    Some(_) if text.trim().is_empty() => Err(format!(
                        "`{}` is set on the level without a reason",
                        entry.key
                    )),
                    Some(level) => lints.set(&entry.key, level),
                    None => match LintLevel::from_word(text) {
                        Some(level) => lints.set(&entry.key, level),
                        // The shape has been reported already.
                        None => Ok(()),
                    },
                };
                if let Err(message) = result {
                    self.malformed(
                        entry.key_span.clone(),
                        message,
                        "levels-gen explain lists all lints and their levels",
                    );
                    if let Some(last) = self.findings.last_mut() {
                        last.level = level_id.map(ToString::to_string);
                    }
                }
            }
        }
        lints
    }
}

const FIX_FIRST: &str = "fix the earlier faults first";

/// The message in place of the faults of one object beyond the limit.
fn more_faults(count: usize) -> Option<String> {
    let more = count.checked_sub(MOST_FAULTS).filter(|&more| more > 0)?;
    Some(format!("faults not listed, from here on: {more}"))
}

/// A finding of a lint at its default level.
pub(crate) fn finding(
    source: &Source,
    lint: LintId,
    span: Range<usize>,
    message: String,
    help: String,
) -> Finding {
    let lint = Lint::of(lint);
    Finding {
        lint,
        fixed: lint.fixed,
        severity: Severity::Error,
        message: printable(&message).into_owned(),
        file: source.name().to_string(),
        start: source.position(span.start),
        end: source.position(span.end),
        span,
        level: None,
        board: (Vec::new(), Vec::new()),
        help: printable(&help).into_owned(),
    }
}

/// A fault for a name that would act on a terminal or look like another name.
fn unprintable_fault(node: &Node, field: &str, what: &str) -> Option<ShapeFault> {
    let name = node.get(field)?;
    let text = name.text()?;
    text.contains(is_unprintable).then(|| ShapeFault {
        span: name.span.clone(),
        message: format!("the `{field}` of {what} contains a control character"),
        help: format!("remove it from `{text}`"),
    })
}

/// A fault of a level, placed in the file.
fn fault_finding(source: &Source, node: &Node, grid: &str, id: &str, fault: Fault) -> Finding {
    let mut found = finding(
        source,
        LintId::Malformed,
        place_span(source, node, grid, &fault.place),
        format!("level `{id}`: {}", fault.message),
        fault.help,
    );
    found.level = Some(id.to_string());
    let marks = match fault.place {
        Place::Cells(cells) => cells,
        _ => Vec::new(),
    };
    found.board = (rows(node, grid), marks);
    found
}

/// The rows of a level's board as the file has them, cut at the size of the largest board.
pub(super) fn rows(node: &Node, grid: &str) -> Vec<String> {
    node.get(grid)
        .map_or(&[][..], Node::items)
        .iter()
        .filter_map(Node::text)
        .map(|row| row.chars().take(MOST_DRAWN).collect())
        .take(MOST_DRAWN)
        .collect()
}

/// Where in the file a part of a level is.
pub(super) fn place_span(source: &Source, node: &Node, grid: &str, place: &Place) -> Range<usize> {
    match place {
        Place::Level => node
            .get("id")
            .map_or_else(|| node.span.clone(), |id| id.span.clone()),
        Place::Cells(cells) => {
            let rows = node.get(grid).map_or(&[][..], Node::items);
            match cells.first() {
                Some(Cell { row, col }) => match rows.get(*row) {
                    Some(text) => source.char_in_literal(&text.span, *col),
                    None => rows
                        .last()
                        .map_or_else(|| node.span.clone(), |last| last.span.clone()),
                },
                None => node.span.clone(),
            }
        }
        Place::Field(path) => {
            let mut at = node;
            let mut span = node.span.start..node.span.start + 1;
            for key in path {
                match at.entry(key) {
                    Some(entry) => {
                        at = &entry.node;
                        span = entry.node.span.clone();
                    }
                    None => break,
                }
            }
            span
        }
    }
}

/// A path as one word of a shell command.
#[must_use]
pub fn shell_word(path: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:".contains(c);
    if !path.is_empty() && path.chars().all(plain) {
        path.to_string()
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}
