levels_macro::include_pack! {
    pub static PACK = "packs/split.json";
}

fn main() {
    let _ = PACK.levels.len();
}
