levels_macro::include_pack! {
    pub static PACK = "packs/too-low.json";
}

fn main() {
    let _ = PACK.levels.len();
}
