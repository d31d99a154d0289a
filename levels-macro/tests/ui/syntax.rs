levels_macro::include_pack! {
    pub static PACK = "packs/syntax.json";
}

fn main() {
    let _ = PACK.levels.len();
}
