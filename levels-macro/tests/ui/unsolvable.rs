levels_macro::include_pack! {
    pub static PACK = "packs/unsolvable.json";
}

fn main() {
    let _ = PACK.levels.len();
}
