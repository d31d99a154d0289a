levels_macro::include_pack! {
    pub static PACK = "packs/old-model.json";
}

fn main() {
    let _ = PACK.levels.len();
}
