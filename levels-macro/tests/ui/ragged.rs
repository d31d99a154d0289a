levels_macro::include_pack! {
    pub static PACK = "packs/ragged.json";
}

fn main() {
    let _ = PACK.levels.len();
}
