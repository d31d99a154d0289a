//! A board laid out for the engine: the order of tiles, the bits of a world, and what leaving,
//! firing and ticking do to a world.
//!
//! A world is everything but the cube. Its lowest bits say which tiles stand, so that the same word
//! is also a set of cells to land on; above them is a bit for each line that has fired, and above
//! those a phase of three bits for each mine: 0 unlit, 1 to 5 burning, 6 gone. Phases only rise,
//! and tiles and unfired lines only vanish, so every step out of a world raises its
//! [rank](Plan::rank), and worlds in order of rank are in topological order.
//!
//! Tiles are numbered base, lines, teleports, mines, greens, arrows: first those that last when
//! left, then those that change when left, then those that the cube cannot rest on.

use alloc::vec::Vec;

use super::super::board::Board;
use super::super::rules::FUSE;
use super::super::tile::Tile;
use super::word::Bits;

/// No tile, no world.
pub(super) const NO_TILE: u8 = u8::MAX;

/// The phase of a mine that is gone: phases count up from 1 at lighting.
const GONE_PHASE: u32 = 6;

// The engine's phases are those of the game's fuse: lighting sets phase 1, five ticks later the
// phase is 6, and the first tick is taken by the action that lights the fuse.
const _: () = assert!(FUSE.ticks as u32 == GONE_PHASE - 1 && !FUSE.first_tick_free);

/// What a sweep or a blast does to a world.
#[derive(Debug, Clone, Copy, Default)]
struct Hit<B> {
    /// The tiles that it removes.
    removes: B,
    /// The lowest bits of the phases that it lights if they are 0.
    lights: B,
    /// The lines that it fires: their tiles.
    fires: B,
}

/// A board laid out for the engine.
#[derive(Debug, Clone)]
pub(super) struct Plan<B> {
    /// The cell of each tile.
    pub cells: Vec<u8>,
    /// The tile of each cell, [`NO_TILE`] for holes.
    pub tiles: Vec<u8>,
    /// All tiles.
    pub all: B,
    /// Base, lines and teleports: leaving one changes nothing.
    pub lasting: B,
    /// Mines and greens: leaving one changes the world.
    pub changers: B,
    /// The tiles that must be cleared.
    pub wins: B,
    /// All mines, all lines, all arrows and teleports.
    pub mines: B,
    pub lines: B,
    pub chains: B,
    /// The world at the start.
    pub start: B,
    /// The bits of all lines that have fired.
    pub fired: B,
    /// From a line's tile to its fired bit.
    fired_shift: u32,
    /// The lowest bit of each phase.
    phases: B,
    /// The first mine, and the lowest bit of its phase.
    first_mine: u32,
    first_phase: u32,
    sweeps: Vec<Hit<B>>,
    blasts: Vec<Hit<B>>,
}

/// How many bits a world of this board has.
pub(super) fn bits(board: &Board) -> u32 {
    let tiles = board.count(|tile| tile != Tile::Hole);
    let lines = board.count(|tile| matches!(tile, Tile::Line(_)));
    let mines = board.count(|tile| tile == Tile::Mine);
    (tiles + lines + 3 * mines) as u32
}

/// The class of a tile in the order of tiles.
fn class(tile: Tile) -> Option<u8> {
    Some(match tile {
        Tile::Hole => return None,
        Tile::Base => 0,
        Tile::Line(_) => 1,
        Tile::Teleport(_) => 2,
        Tile::Mine => 3,
        Tile::Green | Tile::Info => 4,
        Tile::Arrow(_) => 5,
    })
}

impl<B: Bits> Plan<B> {
    /// Lays a board out; its worlds must fit into `B`.
    pub fn new(board: &Board) -> Self {
        debug_assert!(bits(board) <= B::BITS);
        let on_board = board.tiles();
        let mut cells: Vec<u8> = (0..on_board.len() as u8)
            .filter(|&cell| on_board[usize::from(cell)] != Tile::Hole)
            .collect();
        cells.sort_by_key(|&cell| (class(on_board[usize::from(cell)]), cell));
        let mut tiles = alloc::vec![NO_TILE; on_board.len()];
        for (tile, &cell) in cells.iter().enumerate() {
            tiles[usize::from(cell)] = tile as u8;
        }
        let classes: Vec<Option<u8>> = cells
            .iter()
            .map(|&cell| class(on_board[usize::from(cell)]))
            .collect();
        let set = |of: &[u8]| {
            (0..)
                .zip(&classes)
                .filter(|(_, class)| class.is_some_and(|class| of.contains(&class)))
                .fold(B::NONE, |set, (tile, _)| set | B::bit(tile))
        };
        let all = set(&[0, 1, 2, 3, 4, 5]);
        let (lines, mines) = (set(&[1]), set(&[3]));
        let fired_shift = all.count() - 1;
        let first_mine = mines.first();
        let first_phase = all.count() + lines.count();
        let mut plan = Self {
            cells,
            tiles,
            all,
            lasting: set(&[0, 1, 2]),
            changers: set(&[3, 4]),
            wins: set(&[4]),
            mines,
            lines,
            chains: set(&[2, 5]),
            start: all,
            fired: if lines.is_none() {
                lines
            } else {
                lines << fired_shift
            },
            fired_shift,
            phases: B::NONE,
            first_mine,
            first_phase,
            sweeps: Vec::new(),
            blasts: Vec::new(),
        };
        plan.phases = mines
            .ones()
            .fold(B::NONE, |phases, mine| phases | plan.phase(mine));
        plan.sweeps = lines
            .ones()
            .map(|line| {
                let cell = plan.cell(line);
                let Tile::Line(axis) = on_board[cell] else {
                    return Hit::default();
                };
                plan.hit(board, board.line(cell, axis), |tile| tile.is_win())
            })
            .collect();
        plan.blasts = mines
            .ones()
            .map(|mine| {
                plan.hit(board, board.neighbours(plan.cell(mine)), |tile| {
                    !matches!(tile, Tile::Base | Tile::Mine | Tile::Hole)
                })
            })
            .collect();
        plan
    }

    /// The cell of a tile.
    pub fn cell(&self, tile: u32) -> usize {
        usize::from(self.cells[tile as usize])
    }

    fn hit(
        &self,
        board: &Board,
        cells: impl Iterator<Item = usize>,
        removes: impl Fn(Tile) -> bool,
    ) -> Hit<B> {
        let mut hit = Hit::default();
        for cell in cells {
            let tile = u32::from(self.tiles[cell]);
            match board.tiles()[cell] {
                Tile::Mine => hit.lights |= self.phase(tile),
                Tile::Line(_) => hit.fires |= B::bit(tile),
                _ => {}
            }
            if removes(board.tiles()[cell]) {
                hit.removes |= B::bit(tile);
            }
        }
        hit
    }

    /// The lowest bit of a mine's phase.
    #[inline]
    fn phase(&self, mine: u32) -> B {
        B::bit(self.first_phase + 3 * (mine - self.first_mine))
    }

    /// Progress: tiles removed, lines fired and phases, each step of which counts one.
    pub fn rank(&self, world: B) -> u32 {
        let mut rank = self.all.minus(world).count();
        if !self.lines.is_none() {
            rank += (world & self.fired).count();
        }
        if !self.mines.is_none() {
            rank += (world & self.phases).count()
                + 2 * (world >> 1 & self.phases).count()
                + 4 * (world >> 2 & self.phases).count();
        }
        rank
    }

    /// The lines that stand and have not fired, as tiles.
    #[inline]
    pub fn unfired(&self, world: B) -> B {
        if self.lines.is_none() {
            return B::NONE;
        }
        world & self.lines & !(world >> self.fired_shift)
    }

    /// The lowest bits of the phases of mines that burn.
    #[inline]
    pub fn burning(&self, world: B) -> B {
        let (high, middle) = (world >> 2, world >> 1);
        (world | middle | high) & self.phases & !(high & middle)
    }

    /// The lowest bits of the phases of mines that have not been lit.
    #[inline]
    fn unlit(&self, world: B) -> B {
        self.phases & !(world | world >> 1 | world >> 2)
    }

    /// The world once the cube has left a tile, before the tick.
    #[inline]
    pub fn leave(&self, world: B, tile: u32) -> B {
        if self.wins.has(tile) {
            world.minus(B::bit(tile))
        } else if self.mines.has(tile) {
            world | (self.unlit(world) & self.phase(tile))
        } else {
            world
        }
    }

    /// The world once a line has fired and every line that its sweep meets, before the tick.
    pub fn fire(&self, mut world: B, lines: B) -> B {
        let mut todo = lines.minus(world >> self.fired_shift);
        while !todo.is_none() {
            let line = todo.first();
            let sweep = &self.sweeps[line as usize - 1];
            world |= B::bit(line + self.fired_shift);
            world = world.minus(sweep.removes);
            world |= self.unlit(world) & sweep.lights;
            todo = (todo | sweep.fires).minus(world >> self.fired_shift);
        }
        world
    }

    /// The world after a tick in which `burning` mines burn; the second value says whether any
    /// went off.
    #[inline]
    pub fn tick(&self, world: B, burning: B) -> (B, bool) {
        let world = world.plus(burning);
        let due = burning & (world >> 1) & (world >> 2);
        if due.is_none() {
            (world, false)
        } else {
            (self.detonate(world, due), true)
        }
    }

    #[cold]
    fn detonate(&self, mut world: B, due: B) -> B {
        let mines = |due: B| {
            let first = self.first_phase;
            due.ones().map(move |phase| (phase - first) / 3)
        };
        for mine in mines(due) {
            world = world.minus(B::bit(self.first_mine + mine));
        }
        let mut fires = B::NONE;
        for mine in mines(due) {
            let blast = &self.blasts[mine as usize];
            world = world.minus(blast.removes);
            world |= self.unlit(world) & blast.lights;
            fires |= blast.fires;
        }
        if fires.is_none() {
            world
        } else {
            self.fire(world, fires)
        }
    }
}
