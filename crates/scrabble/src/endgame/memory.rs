//! What a search remembers: the positions on the way from the root, and what it reuses between calls.

use crate::board::line_id::LINES;
use crate::board::undo::Trail;
use crate::endgame::choice::PlayList;
use crate::endgame::lines::Lines;
use crate::endgame::node::Digests;
use crate::endgame::table::Table;
use crate::plays::Generator;

/// What a search keeps between calls, only to reuse its memory.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) lines: Lines,
    pub(super) generator: Generator,
    pub(super) trail: Trail,
    pub(super) table: Table,
    pub(super) stack: Vec<Ply>,
}

/// A position on the way.
#[derive(Debug)]
pub(super) struct Ply {
    /// Its plays, as far as they are listed.
    pub(super) list: PlayList,
    /// The order in which they are searched, as indices.
    pub(super) order: Vec<(i32, u32)>,
    pub(super) digests: Digests,
    /// The lines changed by the move that is being searched.
    pub(super) changed: u64,
    /// The plays with which the opponent could go out before the move: score and line, best first.
    pub(super) threats: Vec<(i32, u8)>,
}

impl Default for Ply {
    fn default() -> Ply {
        Ply {
            list: PlayList::default(),
            order: Vec::new(),
            digests: [0; LINES],
            changed: 0,
            threats: Vec::new(),
        }
    }
}

impl Memory {
    /// The stack with this ply and the next one.
    pub(super) fn reach(&mut self, ply: usize) -> &mut [Ply] {
        if self.stack.len() < ply + 2 {
            self.stack.resize_with(ply + 2, Ply::default);
        }
        &mut self.stack
    }
}
