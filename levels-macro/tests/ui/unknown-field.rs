levels_macro::include_pack! {
    pub static PACK = "packs/unknown-field.json";
}

fn main() {
    let _ = PACK.levels.len();
}
