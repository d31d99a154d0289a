levels_macro::include_pack! {
    pub static PACK = "packs/new-format.json";
}

fn main() {
    let _ = PACK.levels.len();
}
