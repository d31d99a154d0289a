levels_macro::include_pack! {
    pub static A = "packs\\good.json";
}
levels_macro::include_pack! {
    pub static B = "packs/good.json", deny(furnitur);
}
levels_macro::include_pack! {
    pub static C = "packs/good.json", allow(unsolvable);
}
levels_macro::include_pack! {
    pub static D = "packs/good.json", max_state = 3;
}
levels_macro::include_pack! {
    pub static E = "packs/good.json", max_states = many;
}
levels_macro::include_pack! {
    pub static F = "/packs/good.json";
}

fn main() {}
