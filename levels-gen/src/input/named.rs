//! A level whose messages and moves call each block by its name in the input.

use levels_core::family::slide::rush::Names;
use levels_core::pack::{AnyLevel, AnyReplay, AnySurvey};
use levels_core::picture::{Frame, Picture};
use levels_core::puzzle::LineFault;
use levels_core::quality::{Class, Figures, Outcome, RawDimensions};
use levels_core::search::Limits;
use serde_json::Value as Json;

/// A level whose blocks have other letters in the input.
pub(super) struct Named {
    pub level: Box<dyn AnyLevel>,
    pub names: Names,
}

impl AnyLevel for Named {
    fn survey(&self, limits: Limits) -> AnySurvey {
        let mut survey = self.level.survey(limits);
        if let Outcome::Unsolvable { why, .. } = &mut survey.outcome {
            *why = self.names.message(why);
        }
        if let Some(line) = &mut survey.solution {
            *line = self.names.line(line);
        }
        for hit in &mut survey.hits {
            hit.message = self.names.message(&hit.message);
            hit.help = self.names.message(&hit.help);
        }
        survey
    }

    fn partial(&self, limits: Limits) -> Figures {
        self.level.partial(limits)
    }

    fn replay(&self, line: &str) -> Result<AnyReplay, LineFault> {
        let mut replay = match self.level.replay(&self.names.level_line(line)) {
            Ok(replay) => replay,
            Err(mut fault) => {
                fault.message = self.names.message(&fault.message);
                return Err(fault);
            }
        };
        for text in &mut replay.moves {
            *text = self.names.line(text);
        }
        Ok(replay)
    }

    fn picture(&self, frame: &Frame) -> Picture {
        let mut picture = self.level.picture(frame);
        for cell in &mut picture.cells {
            cell.glyph = self.names.glyph(cell.glyph);
        }
        picture
    }

    fn frame(&self) -> Frame {
        self.level.frame()
    }

    fn canonical(&self) -> String {
        self.level.canonical()
    }

    fn spellings(&self) -> Vec<String> {
        self.level.spellings()
    }

    fn family_key(&self, optimal: u32) -> String {
        self.level.family_key(optimal)
    }

    fn twin_key(&self, optimal: u32) -> String {
        self.level.twin_key(optimal)
    }

    fn is_tutorial(&self) -> bool {
        self.level.is_tutorial()
    }

    fn class(&self) -> Option<Class> {
        self.level.class()
    }

    fn mechanics(&self) -> Vec<String> {
        self.level.mechanics()
    }

    fn dimensions(&self, figures: &Figures, optimal: u32) -> Option<RawDimensions> {
        self.level.dimensions(figures, optimal)
    }

    fn to_text(&self) -> String {
        self.level.to_text()
    }

    fn write(&self) -> Vec<(String, Json)> {
        self.level.write()
    }
}
