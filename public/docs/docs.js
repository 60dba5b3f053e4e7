// What the documentation does with scripts: it remembers the language of examples, searches, fills in the reader's own ids, and sends
// a call with the reader's own key. Every page is complete without it.

const YEAR_SECONDS = 31_536_000;
const KEY = "docs-api-key";
const own = document.querySelector("script[data-own-ids]");

/** An element with its properties and children. */
const make = (name, properties, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

const attemptOf = (place) => JSON.parse(place.dataset.attempt);

// The language of examples.

const secure = location.protocol === "https:" ? "; Secure" : "";
const chosen = () => /(?:^|; )code_language=(\w+)/.exec(document.cookie)?.[1];
const showLanguage = (language) => {
  for (const radio of document.querySelectorAll("[data-language-choice]")) {
    if (radio.value === language) radio.checked = true;
  }
};
document.addEventListener("change", ({ target }) => {
  if (!target.matches("[data-language-choice]")) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it for the next page
  document.cookie = `code_language=${target.value}; Path=/docs; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
  showLanguage(target.value);
});
showLanguage(chosen());

// Search.

const SHOWN = 20;
const input = document.querySelector("[data-docs-search]");
const list = make("div", {
  id: "docs-found",
  className: "docs-found",
  hidden: true,
  role: "listbox",
  ariaLabel: "Search results",
});
const told = make("p", { role: "status", className: "sr-only" });
let index;

/** How well a search term fits a text: as a whole word, as the start of one, inside one, or, if `loose`, with one typo. */
const fitOf = (term, words, loose) => {
  const text = ` ${words.toLowerCase()} `;
  if (text.includes(` ${term} `)) return 4;
  if (text.includes(` ${term}`)) return 3;
  if (loose) return term.length > 4 && text.split(" ").some((word) => isNear(term, word)) ? 1 : 0;
  return text.includes(term) ? 1 : 0;
};

/** Whether `b` starts with `a`, give or take one letter or two swapped ones. */
const isNear = (a, b) => {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const rest = a.slice(at + 1);
  return (
    b.slice(at + 1).startsWith(rest) ||
    b.slice(at).startsWith(rest) ||
    b.slice(at + 1).startsWith(a.slice(at)) ||
    (a[at] === b[at + 1] && a[at + 1] === b[at] && b.slice(at + 2).startsWith(a.slice(at + 2)))
  );
};

const scoreOf = ([title, page, , names, words], terms, loose) => {
  let score = title.toLowerCase() === terms.join(" ") ? 100 : 0;
  for (const term of terms) {
    const best = Math.max(
      12 * fitOf(term, title, loose),
      8 * fitOf(term, names, loose),
      fitOf(term, `${page} ${words}`, loose),
    );
    if (best === 0) return 0;
    score += best;
  }
  return score;
};

/** The entries that match every term, best first. If none does, each term may have one typo. */
export function find(entries, text, loose = false) {
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return [];
  const found = entries
    .map((entry) => ({ entry, score: scoreOf(entry, terms, loose) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
  return found.length > 0 || loose ? found : find(entries, text, true);
}

async function search() {
  index ??= fetch("/docs/search.json").then((response) => response.json());
  const entries = await index;
  const hasText = input.value.trim() !== "";
  const found = find(entries, input.value).slice(0, SHOWN);
  const options = found.map(([title, page, href], at) =>
    make(
      "a",
      { href, tabIndex: -1, role: "option", id: `docs-found-${at}`, ariaSelected: String(at === 0) },
      make("b", {}, title),
      make("span", {}, page),
    ),
  );
  if (options.length === 0) options.push(make("p", { role: "option", ariaDisabled: "true" }, "Nothing found"));
  list.replaceChildren(...options);
  show(hasText);
  told.textContent = hasText ? `${found.length} results` : "";
}

function show(isShown) {
  list.hidden = !isShown;
  input.ariaExpanded = String(isShown);
  const selected = isShown && list.querySelector("[aria-selected=true]");
  if (selected) input.setAttribute("aria-activedescendant", selected.id);
  else input.removeAttribute("aria-activedescendant");
}

function move(step) {
  const options = [...list.querySelectorAll("[aria-selected]")];
  const at = options.findIndex((option) => option.ariaSelected === "true");
  const next = options[(at + step + options.length) % options.length];
  for (const option of options) option.ariaSelected = String(option === next);
  next?.scrollIntoView({ block: "nearest" });
  show(true);
}

if (input) {
  Object.assign(input, { role: "combobox", ariaExpanded: "false", ariaAutoComplete: "list", placeholder: "Search  /" });
  input.setAttribute("aria-controls", list.id);
  input.closest("search").append(list, told);
  input.addEventListener("input", search);
  input.addEventListener("focus", () => input.value && search());
  input.addEventListener("blur", () => setTimeout(() => show(false), 200));
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Escape") show(false);
  });
  input.form.addEventListener("submit", (event) => {
    const selected = list.querySelector("[aria-selected=true]");
    if (list.hidden || !selected) return;
    event.preventDefault();
    show(false);
    location.assign(selected.href);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input, textarea, select, [contenteditable]")) return;
    event.preventDefault();
    input.focus();
  });
}

// The reader's own ids, in examples that only read. An example that writes could be copied and do harm.

let ids = {};

// An event's id, evt_…, can end with the same letters.
const fillIn = (text) =>
  Object.entries(ids).reduce((all, [example, id]) => all.replace(new RegExp(`(?<!\\w)${example}`, "g"), id), text);

async function showOwnIds() {
  const places = [...document.querySelectorAll("[data-attempt]")].filter((place) => attemptOf(place).method === "GET");
  if (places.length === 0) return;
  const response = await fetch("/api/portal/own-ids").catch(() => null);
  if (!response?.ok) return;
  ids = (await response.json()).ids;
  let filled = 0;
  for (const place of places) {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = fillIn(walker.currentNode.data);
      if (text === walker.currentNode.data) continue;
      walker.currentNode.data = text;
      filled++;
    }
  }
  if (filled === 0) return;
  const note = "Examples that read show ids of your own records. Only you see them.";
  document.querySelector("main h1")?.after(make("p", { className: "docs-note" }, note));
}
if (own) showOwnIds();

// Try a call.

for (const place of document.querySelectorAll("[data-attempt]")) {
  const details = make("details", { className: "docs-try" }, make("summary", {}, "Try it"));
  details.addEventListener(
    "toggle",
    () => details.open && !details.querySelector("form") && details.append(formOf(place)),
  );
  place.append(details);
}

function formOf(place) {
  const attempt = attemptOf(place);
  const { method, isRead, body } = attempt;
  const path = method === "GET" ? fillIn(attempt.path) : attempt.path;
  const field = (label, control) => make("label", {}, make("span", {}, label), control);
  const key = make("input", {
    type: "password",
    autocomplete: "off",
    required: true,
    placeholder: "svc_live_…",
    value: sessionStorage.getItem(KEY) ?? "",
  });
  const to = make("input", { value: path, required: true, spellcheck: false });
  const sent = make("textarea", { value: body, rows: Math.min(12, body.split("\n").length), spellcheck: false });
  const answer = make("pre", { tabIndex: 0, hidden: true });
  const status = make("p", { role: "status" });
  const form = make(
    "form",
    {},
    make(
      "p",
      {},
      "This calls the live service: there is no sandbox. ",
      isRead ? "This call only reads." : "This call writes records, and can send email and cost a fee.",
    ),
    field("Your key. It stays in this tab, and goes nowhere but this service.", key),
    field(method, to),
    ...(body ? [field("Body", sent)] : []),
    make("button", {}, `Send ${method}`),
    status,
    answer,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const address = new URL(to.value, location.origin);
    // A path such as //example.com would lead elsewhere.
    if (address.origin !== location.origin || !address.pathname.startsWith("/api/v1/")) {
      status.textContent = "Only paths under /api/v1/ can be called from here.";
      return;
    }
    if (!isRead && !confirm(`Send this ${method} to the live service? It writes real records.`)) return;
    sessionStorage.setItem(KEY, key.value.trim());
    status.textContent = "Sending…";
    const started = performance.now();
    const response = await fetch(address, {
      method,
      headers: { Authorization: `Bearer ${key.value.trim()}`, ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: sent.value }),
      credentials: "omit",
      redirect: "error",
    }).catch(() => null);
    if (!response) {
      status.textContent = "No answer. Check your connection.";
      return;
    }
    const text = await response.text();
    const took = Math.round(performance.now() - started);
    status.textContent = `${response.status} in ${took} ms · X-Request-Id ${response.headers.get("x-request-id")}`;
    answer.hidden = false;
    answer.textContent = pretty(text);
  });
  return form;
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
