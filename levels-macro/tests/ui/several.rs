levels_macro::include_pack! {
    pub static PACK = "packs/several.json";
}

fn main() {
    let _ = PACK.levels.len();
}
