levels_macro::include_pack! {
    pub static PACK = "packs/too-high.json";
}

fn main() {
    let _ = PACK.levels.len();
}
