levels_macro::include_pack! {
    pub static PACK = "packs/two-stars.json";
}

fn main() {
    let _ = PACK.levels.len();
}
