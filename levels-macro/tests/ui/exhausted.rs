levels_macro::include_pack! {
    pub static PACK = "packs/good.json", max_states = 2;
}

fn main() {
    let _ = PACK.levels.len();
}
