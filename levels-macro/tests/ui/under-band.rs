levels_macro::include_pack! {
    pub static PACK = "packs/under-band.json";
}

fn main() {
    let _ = PACK.levels.len();
}
