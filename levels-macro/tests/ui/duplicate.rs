levels_macro::include_pack! {
    pub static PACK = "packs/duplicate.json";
}

fn main() {
    let _ = PACK.levels.len();
}
