"use strict";
// Everything that comes from files is inserted as text; only `looks`, which levels-gen wrote, is inserted
// as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const { looks, groups, levels, courses, cell, margin } = data;
const $ = id => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; text stays text. */
function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, value);
  }
  node.append(...children.flat().filter(child => child != null && child !== false));
  return node;
}
function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value);
  }
  node.append(...children.flat());
  return node;
}
const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
const fixed = (number, digits = 2) => number == null ? "–" : number.toFixed(digits);
const words = name => name.replaceAll("_", " ");
const level_title = level => `${level.id}${level.n == null ? "" : `, ${plural(level.n, "move")}`}`;
// Ids are unique within a library; if pools share one, the first keeps it and the others get a number.
const by_id = new Map(levels.map((level, index) => [level.id, index]).reverse());

// ---- boards ---------------------------------------------------------------------------------------

/** A board that can be stepped through its replay. */
class Board {
  constructor(level) {
    this.play = level.play;
    this.at = 0;
    const [width, height] = level.size.map(side => side * cell + 2 * margin);
    this.node = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "board", role: "img", "aria-label": level_title(level) });
    const under = svg("g");
    under.innerHTML = looks[this.play.b];
    const over = svg("g", { transform: `translate(${margin} ${margin})` });
    this.things = this.play.t.map(() => svg("g", { class: "sp" }));
    this.light = svg("g");
    over.append(...this.things, this.light);
    this.node.append(under, over);
    // Frames are made once, from the opening and what each move changes.
    this.frames = [this.play.t];
    this.lights = [this.play.r];
    for (const [, changes, light] of this.play.m) {
      const frame = [...this.frames.at(-1)];
      for (const [thing, ...stand] of changes) frame[thing] = stand.length ? stand : null;
      this.frames.push(frame);
      this.lights.push(light);
    }
    this.shown = this.things.map(() => null);
    this.show(0);
  }
  show(at) {
    this.at = Math.max(0, Math.min(at, this.frames.length - 1));
    this.frames[this.at].forEach((stand, index) => {
      const node = this.things[index];
      node.classList.toggle("off", !stand);
      if (!stand) return;
      const [look, x, y] = stand;
      if (this.shown[index] !== look) { node.innerHTML = looks[look]; this.shown[index] = look; }
      node.style.transform = `translate(${x * cell}px, ${y * cell}px)`;
    });
    const light = this.lights[this.at];
    this.light.innerHTML = light == null ? "" : looks[light];
  }
}

/** Icons are drawn: fonts do not have them everywhere. */
const icons = { first: "M3 3v10M13 3L6 8l7 5z", back: "M11 3L4 8l7 5z", play: "M2 3l6 5l-6 5zM8.5 3l6 5l-6 5z", pause: "M4.5 3.5v9M11.5 3.5v9", next: "M5 3l7 5l-7 5z", last: "M13 3v10M3 3l7 5l-7 5z", sun: "M8 5a3 3 0 1 0 .01 0zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1", moon: "M6 2a6 6 0 1 0 8 8a5 5 0 0 1-8-8z" };
const icon = name => svg("svg", { class: "icon", viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, svg("path", { d: icons[name] }));

// ---- theme and tabs -------------------------------------------------------------------------------

const root = document.documentElement;
const dark = () => root.classList.contains("dark") || (!root.classList.contains("light") && matchMedia("(prefers-color-scheme: dark)").matches);
function paint_theme() { $("theme").replaceChildren(icon(dark() ? "sun" : "moon"), dark() ? " Light" : " Dark"); $("theme").setAttribute("aria-label", dark() ? "Switch to light" : "Switch to dark"); }
$("theme").addEventListener("click", () => {
  const next = dark() ? "light" : "dark";
  root.classList.remove("light", "dark");
  root.classList.add(next);
  paint_theme();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint_theme);
paint_theme();
$("title").textContent = data.title;

const tabs = [["overview", "Overview"], ["progression", "Progression"], ["levels", "Levels"]].filter(([id]) => id !== "progression" || courses.length);
for (const [id, title] of tabs) $("tabs").append(el("a", { href: `#${id}`, role: "tab", id: `tab-${id}` }, title));
const made = new Set();
function show_tab(id) {
  for (const [other] of tabs) {
    $(`view-${other}`).hidden = other !== id;
    $(`tab-${other}`).setAttribute("aria-selected", String(other === id));
  }
  if (!made.has(id)) { made.add(id); ({ overview: make_overview, progression: make_progression, levels: make_levels })[id](); }
}

// ---- overview -------------------------------------------------------------------------------------

function stat(value, label, kind = "") { return el("div", { class: `stat ${kind}` }, el("b", {}, value), el("span", {}, label)); }

/** Bars by number of moves; numbers without a level between the first and the last are holes. */
function histogram(pairs) {
  const counts = new Map(pairs), first = pairs[0][0], last = pairs.at(-1)[0], most = Math.max(...pairs.map(pair => pair[1]));
  const columns = last - first + 1, bar = 380 / Math.max(12, columns), height = 64, every = [1, 2, 5, 10, 20, 50].find(every => every * bar >= 15) ?? 100;
  const node = svg("svg", { class: "hist", viewBox: `0 0 380 ${height + 30}`, role: "img" });
  const holes = [];
  for (let moves = first; moves <= last; moves++) {
    const count = counts.get(moves) ?? 0, x = (moves - first) * bar, tall = Math.max(2, Math.round(count / most * height)), pad = Math.min(2, bar / 8);
    if (!count) holes.push(moves);
    node.append(svg("rect", count ? { x: x + pad, y: 14 + height - tall, width: bar - 2 * pad, height: tall, rx: Math.min(2, pad) } : { class: "none", x: x + pad, y: 14 + height - 11, width: bar - 2 * pad, height: 11 }));
    if (count && (bar >= 12 || count === most)) node.append(svg("text", { class: "n", x: x + bar / 2, y: 10 + height - tall }, String(count)));
    if ((moves - first) % every === 0) node.append(svg("text", { class: count ? "" : "hole", x: x + bar / 2, y: height + 26 }, String(moves)));
  }
  node.setAttribute("aria-label", `levels by moves: ${pairs.map(pair => pair.join(":")).join(" ")}${holes.length ? `; holes: ${holes.join(", ")}` : ""}`);
  return el("div", {}, node, el("p", { class: "sub" }, "levels by number of moves · ", holes.length ? el("span", { class: "no" }, `holes: ${ranges(holes)}`) : "no holes"));
}
function ranges(numbers) {
  const parts = [];
  for (const number of numbers) {
    const last = parts.at(-1);
    if (last && last[1] === number - 1) last[1] = number; else parts.push([number, number]);
  }
  return parts.map(([from, to]) => from === to ? `${from}` : `${from}–${to}`).join(", ");
}

function bars(pairs) {
  const most = Math.max(1, ...pairs.map(pair => pair[1]));
  return el("div", { class: "bars" }, pairs.flatMap(([name, count]) => [el("span", {}, words(name)), el("i", { style: `width:${count / most * 100}%` }), el("span", {}, count.toLocaleString("en"))]));
}

function make_overview() {
  const at = $("view-overview");
  const proven = groups.reduce((sum, group) => sum + (group.proven ?? 0), 0);
  const claimed = groups.reduce((sum, group) => sum + (group.proven == null ? 0 : group.levels), 0);
  const stats = [stat(levels.length.toLocaleString("en"), "levels"), stat(String(groups.length), groups.length === 1 ? "pack or pool" : "packs and pools")];
  if (claimed) stats.push(stat(`${proven}/${claimed}`, "optima proven for this report", proven === claimed ? "good" : "bad"));
  const won = levels.filter(level => level.won != null).length;
  stats.push(stat(`${won}/${levels.length}`, "recorded solutions replayed to a win", won === levels.length ? "good" : "bad"));
  for (const course of courses) {
    stats.push(stat(String(course.stages.length), `stages · ${course.model_version}`));
    if (course.rows) {
      const met = course.rows.filter(row => row.met).length;
      stats.push(stat(`${met}/${course.rows.length}`, "bounds of the progression met", met === course.rows.length ? "good" : "bad"));
    }
  }
  at.append(el("div", { class: "stats" }, stats));
  if (data.findings.length) {
    at.append(el("h2", {}, plural(data.findings.length, "finding")), el("div", { class: "panel findings" }, data.findings.map(text => el("pre", {}, text))));
  }
  at.append(el("h2", {}, "Packs and pools"));
  const panels = groups.map((group, number) => {
    const filter = () => { clear_filters(false); choose("group", String(number)); };
    const panel = el("article", { class: "panel", id: `group-${number}` },
      el("h3", {}, el("a", { href: "#levels", onclick: filter }, group.title ?? group.id), el("span", { class: "chip" }, group.family)),
      el("p", { class: "sub" }, [group.title ? group.id : null, plural(group.levels, "level"),
        group.proven == null ? "a campaign’s pool, taken as it is" : `${group.proven} optima proven`,
        group.stars ? `opens with ${group.stars} stars` : null, group.file].filter(Boolean).join(" · ")));
    if (group.histogram.length) panel.append(histogram(group.histogram));
    if (group.counters) {
      const refused = group.counters.refused.filter(pair => pair[1]).sort((a, b) => b[1] - a[1]);
      panel.append(el("h3", {}, "What happened to the seeds"), el("p", { class: "sub" }, `${group.counters.tried.toLocaleString("en")} tried, ${group.levels} boards in the pool`), bars([...refused, ["kept in the pool", group.levels]]));
    }
    const buckets = new Map();
    for (const level of levels) if (level.g === number && level.bucket) buckets.set(level.bucket, [...(buckets.get(level.bucket) ?? []), level.meas?.difficulty ?? 0]);
    if (buckets.size) {
      const rows = [...buckets].map(([name, found]) => [name, found.length, Math.max(...found)]).sort((a, b) => b[2] - a[2]);
      panel.append(el("h3", { style: "margin-top:1rem" }, "Buckets"), el("table", {}, el("thead", {}, el("tr", {}, el("th", {}, "bucket"), el("th", { class: "num" }, "boards"), el("th", { class: "num" }, "best difficulty"))),
        el("tbody", {}, rows.map(([name, count, best]) => el("tr", { class: "go", onclick: () => { filter(); choose("bucket", name); location.hash = "#levels"; } }, el("td", {}, name), el("td", { class: "num" }, String(count)), el("td", { class: "num" }, fixed(best, 3)))))));
    }
    if (group.recipe.length) panel.append(el("details", {}, el("summary", {}, "How it was made"), el("pre", {}, group.recipe.map(step => `levels-gen ${step}`).join("\n"))));
    return panel;
  });
  at.append(el("div", { class: "panels" }, panels));
  const kinds = new Map();
  for (const level of levels) for (const kind of level.mech ?? []) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  if (kinds.size) at.append(el("h2", {}, "Levels by mechanic"), el("div", { class: "panel" }, bars([...kinds].sort((a, b) => b[1] - a[1]))));
  at.append(el("p", { class: "sub", style: "margin-top:2rem" }, `${data.tool} · model version ${data.model_version}`));
}

// ---- levels ---------------------------------------------------------------------------------------

const tier_order = ["easy", "steady", "medium", "tricky", "hard", "expert"];
const facets = {
  group: ["pack", level => [String(level.g)], key => groups[key].title ?? groups[key].id],
  family: ["family", level => [level.fam]],
  mechanic: ["mechanic", level => level.mech ?? []],
  size: ["size", level => level.size ? [level.size.join("×")] : []],
  tier: ["tier", level => level.tier ? [level.tier] : []],
  claim: ["claim", level => level.band ? [level.band] : []],
  bucket: ["bucket", level => level.bucket ? [level.bucket] : []],
};
const sorts = {
  pack: ["place in the pack", level => level.index, 1],
  moves: ["moves", level => level.n, 1],
  stage: ["stage", level => level.stage, 1],
  rating: ["rating", level => level.rating, -1],
  difficulty: ["difficulty", level => level.meas?.difficulty, -1],
  states: ["reachable states", level => level.meas?.reachable_states, -1],
  id: ["id", level => level.id, 1],
};
const chosen = {};
let direction = 1, sort = "pack", visible = [];
levels.forEach((level, index) => {
  level.index = index;
  level.text = [level.id, level.fam, groups[level.g].title, groups[level.g].id, level.band, level.bucket, level.tier, level.tutorial ? "tutorial" : "", (level.size ?? []).join("x"), (level.size ?? []).join("×"), ...(level.mech ?? []), level.stage ? `stage ${level.stage}` : ""].join(" ").toLowerCase();
});
const artist = "IntersectionObserver" in window ? new IntersectionObserver(seen => {
  for (const { isIntersecting, target } of seen) if (isIntersecting) { artist.unobserve(target); draw(target); }
}, { rootMargin: "400px" }) : null;
function draw(pic) {
  const level = levels[pic.dataset.level];
  pic.replaceChildren(level.play ? new Board(level).node : el("p", { class: "no" }, "not a board"));
}
const cards = [];
function card(level) {
  if (cards[level.index]) return cards[level.index];
  const pic = el("div", { class: "pic", "data-level": level.index });
  const hard = level.rating != null ? `${fixed(level.rating)} ${level.tier}` : level.meas?.difficulty != null ? `difficulty ${fixed(level.meas.difficulty)}` : level.band ?? "";
  const chips = [level.tutorial ? "tutorial" : null, ...(level.mech ?? [])].filter(Boolean).slice(0, 4);
  const node = el("li", {}, el("button", { type: "button", class: "card", "data-id": level.id, onclick: () => open_level(level.index) }, pic,
    el("span", { class: "name" }, level.id),
    el("span", { class: "line" }, el("span", {}, level.n == null ? "no solution" : plural(level.n, "move")), el("span", {}, level.size ? level.size.join("×") : "")),
    el("span", { class: "line" }, el("span", {}, hard), el("span", {}, level.stage ? `stage ${level.stage}` : "")),
    chips.length ? el("span", { class: "chips" }, chips.map(text => el("span", { class: "chip" }, text))) : null));
  if (artist) artist.observe(pic); else draw(pic);
  return cards[level.index] = node;
}

function make_levels() {
  for (const [key, [name, of, show = text => text]] of Object.entries(facets)) {
    const values = [...new Set(levels.flatMap(of))];
    if (values.length < 2) continue;
    const rank = value => tier_order.indexOf(value);
    if (key !== "group") values.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b, "en", { numeric: true }));
    $("selects").append(el("select", { id: `by-${key}`, "aria-label": name, onchange: event => { chosen[key] = event.target.value; refresh(); } },
      el("option", { value: "" }, `any ${name}`), values.map(value => el("option", { value }, show(value)))));
    if (chosen[key]) $(`by-${key}`).value = chosen[key];
  }
  for (const [key, [name, of]] of Object.entries(sorts)) if (levels.some(level => of(level) != null)) $("sort").append(el("option", { value: key }, name));
  $("sort").addEventListener("change", () => { sort = $("sort").value; direction = sorts[sort][2]; refresh(); });
  $("direction").addEventListener("click", () => { direction = -direction; refresh(); });
  $("search").addEventListener("input", refresh);
  $("filters").addEventListener("submit", event => event.preventDefault());
  $("clear").addEventListener("click", () => clear_filters(true));
  refresh();
}
function choose(key, value) { chosen[key] = value; if ($(`by-${key}`)) $(`by-${key}`).value = value; if (made.has("levels")) refresh(); }
function clear_filters(again) {
  for (const key of Object.keys(chosen)) { chosen[key] = ""; if ($(`by-${key}`)) $(`by-${key}`).value = ""; }
  $("search").value = "";
  if (again) refresh();
}
function refresh() {
  const needles = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = Object.entries(chosen).filter(([, value]) => value);
  const of = sorts[sort][1];
  visible = levels.filter(level => needles.every(needle => level.text.includes(needle)) && wanted.every(([key, value]) => facets[key][1](level).includes(value)));
  visible.sort((a, b) => {
    const [x, y] = [of(a), of(b)];
    // Levels without this figure come last in both directions.
    if (x == null || y == null) return (x == null) - (y == null) || a.index - b.index;
    return direction * (typeof x === "string" ? x.localeCompare(y, "en", { numeric: true }) : x - y) || a.index - b.index;
  });
  $("cards").replaceChildren(...visible.map(card));
  $("nothing").hidden = visible.length > 0;
  $("count").textContent = visible.length === levels.length ? plural(levels.length, "level") : `${visible.length.toLocaleString("en")} of ${plural(levels.length, "level")}`;
  $("direction").textContent = direction > 0 ? "↑" : "↓";
}

// ---- one level ------------------------------------------------------------------------------------

let open = null, player = null;
function open_level(index) { const { id } = levels[index]; location.hash = `#level/${encodeURIComponent(by_id.get(id) === index ? id : `@${index}`)}`; }
function figure(value) {
  if (value == null) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return Number.isInteger(value) ? value.toLocaleString("en") : String(+value.toPrecision(4));
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
function facts(pairs) { return el("div", { class: "grid2" }, pairs.map(([name, value]) => el("div", {}, el("span", {}, name), el("b", {}, value)))); }

function show_level(index) {
  const level = levels[index], group = groups[level.g];
  stop();
  const list = visible.includes(level) ? visible : levels;
  const near = by => list[list.indexOf(level) + by];
  const to = (by, text, label) => el("button", { type: "button", "aria-label": label, disabled: !near(by), onclick: () => open_level(near(by).index) }, text);
  const left = el("div", {}), right = el("div", { class: "facts" });
  open = level.play ? { level, board: new Board(level), buttons: [] } : null;
  if (open) {
    const button = (id, label, act) => el("button", { type: "button", id, "aria-label": label, title: label, onclick: act }, icon(id));
    left.append(el("div", { class: "stage", id: "stage" }, open.board.node),
      el("div", { id: "status", role: "status" }),
      el("div", { class: "steps" }, button("first", "To the start", () => step_to(0)), button("back", "One step back", () => step_to(open.board.at - 1)),
        button("play", "Play or pause", toggle), button("next", "One step on", () => step_to(open.board.at + 1)), button("last", "To the end", () => step_to(Infinity))));
    open.buttons = level.play.m.map(([name], at) => el("button", { type: "button", title: `after move ${at + 1}`, onclick: () => step_to(at + 1) }, name));
    left.append(el("div", { class: "line-of-play", id: "moves" }, open.buttons));
    left.append(el("p", { class: "keys" }, el("kbd", {}, "←"), " ", el("kbd", {}, "→"), " step · ", el("kbd", {}, "Home"), " ", el("kbd", {}, "End"), " · ", el("kbd", {}, "Space"), " play · ", el("kbd", {}, "["), " ", el("kbd", {}, "]"), " other levels"));
  } else left.append(el("p", { class: "no" }, level.wrong ?? "not a board"));
  const chips = [group.title ?? group.id, level.fam, level.size?.join("×"), level.tutorial ? "tutorial" : null, level.band, level.bucket, ...(level.mech ?? [])].filter(Boolean);
  right.append(el("div", { class: "chips" }, chips.map(text => el("span", { class: "chip" }, text))));
  if (level.stage != null) right.append(record(level));
  const measures = Object.entries(level.meas ?? {});
  if (measures.length) right.append(el("h3", {}, "Measures"), facts(measures.map(([name, value]) => [words(name), figure(value)])));
  $("detail").replaceChildren(el("div", { class: "head" }, el("h2", { id: "detail-id" }, level.id),
    level.n != null ? el("span", { class: "chip hot" }, `${plural(level.n, "move")}`) : null,
    el("span", { class: "move" }, to(-1, "‹", "The level before"), to(1, "›", "The next level"), el("button", { type: "button", id: "close", "aria-label": "Close", onclick: () => $("detail").close() }, "✕"))),
    el("div", { class: "two" }, left, right));
  if (!$("detail").open) $("detail").showModal();
  $("detail").scrollTop = 0;
  if (open) { step_to(0); $("next").focus(); }
}
function step_to(at) {
  const { board, level, buttons } = open, total = buttons.length;
  board.show(at);
  at = board.at;
  buttons.forEach((button, index) => { button.classList.toggle("past", index < at - 1); button.classList.toggle("now", index === at - 1); });
  const won = level.won != null && at >= level.won;
  $("status").classList.toggle("won", won);
  $("status").textContent = !total ? "no recorded solution" : won ? `won after ${plural(level.won, "move")} ✓` : at ? `move ${at} of ${total}: ${level.play.m[at - 1][0]}` : `the opening · ${plural(total, "move")} to a win`;
  $("first").disabled = $("back").disabled = at === 0;
  $("next").disabled = $("last").disabled = at === total;
  if (at === total) stop();
  if (at) {
    // Keep the move in sight without moving the dialog.
    const box = $("moves"), button = buttons[at - 1];
    box.scrollTop = button.offsetTop - box.offsetTop - box.clientHeight / 2;
  }
}
function stop() { if (player) { clearInterval(player); player = null; $("play")?.replaceChildren(icon("play")); } }
function toggle() {
  if (player) return stop();
  if (open.board.at === open.buttons.length) step_to(0);
  $("play").replaceChildren(icon("pause"));
  player = setInterval(() => step_to(open.board.at + 1), 650);
}
$("detail").addEventListener("close", () => { stop(); open = null; if (/^#(level|stage)\//.test(location.hash)) history.replaceState(null, "", `#${tab}`); });
$("detail").addEventListener("click", event => { if (event.target === $("detail")) $("detail").close(); });
document.addEventListener("keydown", event => {
  if (!$("detail").open || event.ctrlKey || event.metaKey || event.altKey) return;
  const on_button = event.target instanceof HTMLButtonElement;
  const act = open && { ArrowLeft: () => step_to(open.board.at - 1), ArrowRight: () => step_to(open.board.at + 1), Home: () => step_to(0), End: () => step_to(Infinity) }[event.key];
  const move = { "[": "The level before", "]": "The next level" }[event.key];
  if (act) act();
  else if (event.key === " " && open && (!on_button || event.target.id === "next")) toggle();
  else if (move) $("detail").querySelector(`[aria-label="${move}"]`)?.click();
  else return;
  event.preventDefault();
});

// ---- the progression ------------------------------------------------------------------------------

/** A shape for each tone, so that no colour is needed. */
function mark(tone, x, y, r = 3.4) {
  const name = { class: `t-${tone}` };
  if (tone === "comfort") return svg("circle", { ...name, cx: x, cy: y, r });
  if (tone === "challenge") return svg("path", { ...name, d: `M${x} ${y - r * 1.25}l${r * 1.2} ${r * 2.2}h${-r * 2.4}z` });
  if (tone === "recovery") return svg("rect", { ...name, x: x - r * .9, y: y - r * .9, width: r * 1.8, height: r * 1.8 });
  const points = Array.from({ length: 10 }, (_, i) => { const a = Math.PI * (i / 5 - .5), d = i % 2 ? r * .8 : r * 1.9; return `${(x + Math.cos(a) * d).toFixed(1)},${(y + Math.sin(a) * d).toFixed(1)}`; });
  return svg("polygon", { ...name, points: points.join(" ") });
}
const legend_mark = tone => svg("svg", { width: 16, height: 16 }, mark(tone, 8, 8, 4.2));

function chart(course, number, wide, tones) {
  const stages = course.stages, last = course.length;
  const space = Math.max(300, ($("view-progression").clientWidth || 1000) - 36);
  const step = wide ? 11 : (space - 46) / last, width = 46 + step * last, height = 300;
  const x = stage => 34 + (stage - .5) * step, y = rating => 12 + (10 - rating) * (height - 40) / 10;
  const r = Math.max(1.6, Math.min(4.2, step * .42));
  const node = svg("svg", { width, height, role: "img", "aria-label": `ratings of ${plural(stages.length, "stage")}` });
  for (let rating = 0; rating <= 10; rating += 2) node.append(svg("line", { class: "axis", x1: 34, x2: width - 8, y1: y(rating), y2: y(rating) }), svg("text", { x: 26, y: y(rating) + 4, "text-anchor": "end" }, String(rating)));
  const every = [10, 20, 50, 100, 200].find(every => every * step >= 42) ?? 500;
  for (let stage = every; stage <= last; stage += every) node.append(svg("text", { x: x(stage), y: height - 8, "text-anchor": "middle" }, String(stage)));
  node.append(svg("text", { x: x(1), y: height - 8, "text-anchor": "middle" }, "1"));
  const shown = stages.filter(stage => tones.has(stage.tone));
  for (const stage of shown) {
    const [lo, hi] = stage.window.map(end => Math.max(0, Math.min(10, end)));
    node.append(svg("rect", { class: `win t-${stage.tone}`, x: x(stage.stage) - step * .45, y: y(hi), width: step * .9, height: Math.max(1, y(lo) - y(hi)) }));
  }
  node.append(svg("polyline", { class: "anchor", points: stages.map(stage => `${x(stage.stage).toFixed(1)},${y(stage.anchor).toFixed(1)}`).join(" ") }));
  for (const stage of shown) if (stage.tone !== "milestone") node.append(mark(stage.tone, x(stage.stage), y(stage.rating), r));
  for (const stage of shown) if (stage.tone === "milestone") node.append(mark("milestone", x(stage.stage), y(stage.rating), Math.max(3.4, r)));
  for (const stage of shown) if (stage.teaches) node.append(svg("circle", { class: "lesson", cx: x(stage.stage), cy: y(stage.rating), r: r + 4 }));
  for (const stage of stages) {
    node.append(svg("rect", { class: "hit", x: x(stage.stage) - step / 2, y: 8, width: step, height: height - 32, "data-stage": stage.stage,
      onclick: () => { location.hash = `#stage/${number}/${stage.stage}`; },
      onmousemove: event => tip(event, `Stage ${stage.stage} · ${stage.level} · ${fixed(stage.rating)} ${stage.tier} · ${stage.tone}${stage.teaches ? ` · introduces ${stage.teaches}` : ""}`), onmouseleave: () => { $("tip").hidden = true; } }));
  }
  return el("div", { class: "chart" }, node);
}
function tip(event, text) {
  const node = $("tip");
  node.textContent = text;
  node.hidden = false;
  node.style.left = `${Math.max(6, Math.min(event.clientX + 14, innerWidth - node.offsetWidth - 8))}px`;
  node.style.top = `${event.clientY + 16}px`;
}

function make_progression() {
  const redraws = [];
  courses.forEach((course, number) => {
    const at = el("div"), tones = new Set(course.tones);
    let wide = false;
    const place = el("div");
    const redraw = () => place.replaceChildren(chart(course, number, wide, tones));
    const zoom = el("button", { type: "button", onclick: () => { wide = !wide; zoom.textContent = wide ? "Fit to width" : "Widen"; redraw(); } }, "Widen");
    const go = el("input", { type: "number", id: `go-${number}`, min: 1, max: course.length, placeholder: "stage", "aria-label": "Open the record of a stage", onchange: event => { if (event.target.value) location.hash = `#stage/${number}/${event.target.value}`; } });
    at.append(el("h2", {}, "Difficulty by stage"), el("div", { class: "panel" },
      el("p", { class: "sub" }, `${course.file} · ${course.model_version} · variant ${course.variant} · seed ${course.seed} · a click opens the record of a stage`),
      el("div", { class: "legend" }, course.tones.map(tone => el("label", {}, el("input", { type: "checkbox", checked: true, onchange: event => { if (event.target.checked) tones.add(tone); else tones.delete(tone); redraw(); } }), legend_mark(tone), tone)),
        el("span", {}, svg("svg", { width: 34, height: 14 }, svg("line", { x1: 2, x2: 32, y1: 7, y2: 7, stroke: "currentColor", "stroke-width": 1.8 })), " anchor"), el("span", {}, svg("svg", { width: 14, height: 14 }, svg("rect", { x: 4, y: 1, width: 6, height: 12, fill: "currentColor", opacity: .3 })), " window"),
        course.stages.some(stage => stage.teaches) ? el("span", {}, svg("svg", { width: 14, height: 14 }, svg("circle", { class: "lesson", cx: 7, cy: 7, r: 5 })), " introduces a mechanic") : null,
        el("span", { class: "right" }, go, zoom)), place));
    at.append(el("h2", {}, "Tones"), el("div", { class: "panel" }, mix(course)));
    if (course.rows) at.append(el("h2", {}, "Bounds"), el("div", { class: "panel scroll" }, bounds(course)));
    if (course.sizes) at.append(el("h2", {}, "Ratings by size"), el("div", { class: "panel" }, spans(course)));
    $("view-progression").append(at);
    redraws.push(redraw);
  });
  redraws.forEach(redraw => redraw());
  let timer = 0;
  addEventListener("resize", () => { clearTimeout(timer); timer = setTimeout(() => redraws.forEach(redraw => redraw()), 120); });
}
function mix(course) {
  const total = course.stages.length;
  const parts = course.tones.map(tone => [tone, course.stages.filter(stage => stage.tone === tone)]).filter(([, stages]) => stages.length);
  const mean = stages => stages.reduce((sum, stage) => sum + stage.rating, 0) / stages.length;
  return el("div", {}, el("div", { class: "mix" }, parts.map(([tone, stages]) => el("span", { class: `t-${tone}`, style: `flex:${stages.length}`, title: tone }, `${(stages.length / total * 100).toFixed(0)} %`))),
    el("div", { class: "legend", style: "margin:.6rem 0 0" }, parts.map(([tone, stages]) => el("span", { style: "display:inline-flex;gap:.35rem;align-items:center" }, legend_mark(tone), `${tone}: ${plural(stages.length, "stage")}, mean rating ${fixed(mean(stages))}`))));
}
function bounds(course) {
  return el("table", { id: "bounds" }, el("thead", {}, el("tr", {}, ["", "figure", "value", "accepted"].map(text => el("th", {}, text)))),
    el("tbody", {}, course.rows.flatMap(row => [
      el("tr", {}, el("td", { class: row.met ? "ok" : "no" }, row.met ? "✓" : "✗ missed"), el("td", {}, row.title), el("td", {}, row.value), el("td", {}, row.accept)),
      ...row.causes.map(cause => el("tr", {}, el("td"), el("td", { class: "why", colspan: 3 }, `because ${cause}`)))])));
}
function spans(course) {
  const rows = course.sizes, wide = 560, tall = 20;
  const x = rating => 110 + rating * (wide - 130) / 10;
  const node = svg("svg", { class: "scale", viewBox: `0 0 ${wide} ${rows.length * tall + 22}`, style: "max-width:820px" });
  for (let rating = 0; rating <= 10; rating += 2) node.append(svg("line", { x1: x(rating), x2: x(rating), y1: 0, y2: rows.length * tall, stroke: "var(--line)" }), svg("text", { x: x(rating), y: rows.length * tall + 15 }, String(rating)));
  rows.forEach((row, index) => {
    const y = index * tall + 10;
    const label = svg("text", { x: 104, y: y + 4, style: "text-anchor:end" }, `${row.size} (${row.count})`);
    node.append(label, svg("rect", { x: x(row.lowest), y: y - 4, width: Math.max(2, x(row.highest) - x(row.lowest)), height: 8, rx: 4, fill: row.apart ? "var(--bad)" : "var(--bar)", opacity: .7 }), svg("circle", { cx: x(row.median), cy: y, r: 3.6, fill: "var(--text)" }));
  });
  return el("div", {}, node, el("p", { class: "sub" }, "lowest to highest, the dot is the median; sizes must overlap, or the model measures size"));
}

/** The record on a stage: why it holds this level. */
function record(level) {
  const course = courses[level.course], stage = course.stages.find(other => other.stage === level.stage);
  const at = el("div", { id: "record" }, el("h3", {}, `Stage ${stage.stage} `, el("span", { class: `chip` }, `${stage.tone} · ${stage.role}`)));
  const placed = { fill: "it was the best of those left", reserve: "it was set aside for this milestone", polish: "polishing swapped it in", pin: "it was here in the locked order" }[stage.placed];
  const relaxed = stage.rungs.length ? `${plural(stage.rungs.length, "rung")} up the ladder (${stage.rungs.at(-1)})` : "nothing relaxed";
  at.append(el("p", { class: "sub" }, `Rated ${fixed(stage.rating)} (${stage.tier}). ${stage.teaches ? `Introduces ${stage.teaches}. ` : ""}Beat ${stage.beat + 1} asks for ${stage.tone}; the anchor at quantile ${fixed(stage.quantile, 3)} is ${fixed(stage.anchor)}, the target ${fixed(stage.target)}${stage.ceiling != null ? `, a milestone nearby leaves at most ${fixed(stage.ceiling)}` : ""}. Placed because ${placed}; ${relaxed}.`));
  const wide = 420, x = rating => 10 + Math.max(0, Math.min(10, rating)) * (wide - 20) / 10;
  const scale = svg("svg", { class: "scale", viewBox: `0 0 ${wide} 64`, role: "img", "aria-label": `window ${fixed(stage.window[0])} to ${fixed(stage.window[1])}` },
    svg("line", { x1: 10, x2: wide - 10, y1: 30, y2: 30, stroke: "var(--line)", "stroke-width": 2 }),
    svg("rect", { class: `t-${stage.tone}`, x: x(stage.window[0]), y: 23, width: Math.max(2, x(stage.window[1]) - x(stage.window[0])), height: 14, rx: 4, opacity: .35 }),
    svg("line", { x1: x(stage.anchor), x2: x(stage.anchor), y1: 18, y2: 42, stroke: "currentColor", "stroke-width": 1.6 }),
    svg("path", { d: `M${x(stage.target)} 38l5 9h-10z`, fill: "var(--soft)" }), mark(stage.tone, x(stage.rating), 30, 5),
    svg("text", { x: Math.max(24, Math.min(wide - 24, x(stage.anchor))), y: 13 }, "anchor"), svg("text", { x: Math.max(24, Math.min(wide - 24, x(stage.target))), y: 60 }, "target"));
  at.append(scale);
  if (level.dims) at.append(facts(course.dimensions.map((name, i) => [name, fixed(level.dims[i])])));
  const row = (name, rating, score, note, here) => el("tr", { class: here ? "here" : by_id.has(name) ? "go" : "", onclick: () => { if (!here && by_id.has(name)) open_level(by_id.get(name)); } },
    el("td", {}, name, note ? el("div", { class: "gives" }, note) : null), ...[fixed(rating), fixed(score.fit, 3), fixed(score.role, 3), fixed(score.mechanics, 3), fixed(score.variety, 3), fixed(score.total, 3)].map(text => el("td", { class: "num" }, text)));
  at.append(el("h3", {}, "Why this level"), el("div", { class: "scroll" }, el("table", { id: "score" }, el("thead", {}, el("tr", {}, ["level", "rating", "fit", "role", "mechanics", "variety", "score"].map((text, i) => el("th", { class: i ? "num" : "" }, text)))),
    el("tbody", {}, row(stage.level, stage.rating, stage.score, stage.rungs.at(-1) ?? "", true), stage.runners_up.map(other => row(other.level, other.rating, other.score, other.rung, false))))));
  const near = course.stages.filter(other => Math.abs(other.stage - stage.stage) <= 2);
  at.append(el("h3", {}, "Around it"), el("table", {}, el("tbody", {}, near.map(other => el("tr", { class: other === stage ? "here" : "go", onclick: () => { if (other !== stage) location.hash = `#stage/${level.course}/${other.stage}`; } },
    el("td", { class: "num" }, String(other.stage)), el("td", {}, legend_mark(other.tone), ` ${other.tone}`), el("td", { class: "num" }, fixed(other.rating)), el("td", {}, other.tier), el("td", {}, other.level))))));
  return at;
}

// ---- addresses ------------------------------------------------------------------------------------

let tab = "overview";
function route() {
  const [name, ...rest] = location.hash.slice(1).split("/");
  if (name === "level") {
    const id = decodeURIComponent(rest.join("/")), index = by_id.get(id) ?? (levels[id.slice(1)] && id[0] === "@" ? Number(id.slice(1)) : null);
    if (!made.size) show_tab(tab = "levels");
    if (index != null) return show_level(index);
  }
  if (name === "stage") {
    const course = courses[rest[0]], stage = course?.stages.find(stage => stage.stage === Number(rest[1]));
    if (!made.size) show_tab(tab = courses.length ? "progression" : "overview");
    if (stage && by_id.has(stage.level)) return show_level(by_id.get(stage.level));
    return;
  }
  if ($("detail").open) $("detail").close();
  tab = tabs.some(([id]) => id === name) ? name : made.size ? tab : "overview";
  show_tab(tab);
}
addEventListener("hashchange", route);
route();
root.dataset.ready = Math.round(performance.now());
