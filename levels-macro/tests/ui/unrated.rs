levels_macro::include_pack! {
    pub static PACK = "packs/unrated.json";
}

fn main() {
    let _ = PACK.levels.len();
}
