levels_macro::include_pack! {
    pub static PACK = "packs/nowhere.json";
}

fn main() {
    let _ = PACK.levels.len();
}
