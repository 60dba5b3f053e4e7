import type { HighlighterCore } from "shiki/core";

// Shiki colors with themes. This one has a class name for each kind of word, which the style sheet colors for both themes.
const KINDS = {
  c: ["comment", "punctuation.definition.comment"],
  s: ["string", "punctuation.definition.string"],
  k: ["keyword", "storage", "variable.language", "constant.language"],
  n: ["constant.numeric", "constant.character.escape", "constant.other"],
  f: ["entity.name.function", "support.function", "entity.name.class", "support.class"],
  p: [
    "support.type.property-name",
    "meta.object-literal.key",
    "entity.other.attribute-name",
    "string.unquoted.argument",
  ],
} as const;
const PLAIN = "#000000";
const NAMES = Object.keys(KINDS);
const colorOf = (at: number): string => `#00000${at + 1}`;

const THEME = {
  name: "kinds",
  type: "light" as const,
  fg: PLAIN,
  bg: "#ffffff",
  settings: [
    { settings: { foreground: PLAIN } },
    ...Object.values(KINDS).map((scope, at) => ({ scope: [...scope], settings: { foreground: colorOf(at) } })),
    { scope: ["keyword.operator"], settings: { foreground: PLAIN } },
    { scope: ["keyword.operator.new", "keyword.operator.expression"], settings: { foreground: "#000003" } },
    // A template's expression is code inside of a string.
    { scope: ["meta.template.expression", "meta.embedded"], settings: { foreground: PLAIN } },
  ],
};

/** The languages of code blocks, with the names that Shiki has for them. */
const LANGUAGES: Readonly<Record<string, string>> = {
  curl: "shellscript",
  shell: "shellscript",
  node: "javascript",
  python: "python",
  php: "php",
  json: "json",
  http: "http",
};

let highlighter: Promise<HighlighterCore> | undefined;

// Loaded by the first page with code. The engine is JavaScript, so nothing is compiled or fetched.
async function loadHighlighter(): Promise<HighlighterCore> {
  const [{ createHighlighterCore }, { createJavaScriptRegexEngine }] = await Promise.all([
    import("shiki/core"),
    import("shiki/engine/javascript"),
  ]);
  return createHighlighterCore({
    themes: [THEME],
    langs: [
      import("shiki/langs/shellscript.mjs"),
      import("shiki/langs/javascript.mjs"),
      import("shiki/langs/python.mjs"),
      import("shiki/langs/php.mjs"),
      import("shiki/langs/json.mjs"),
      import("shiki/langs/http.mjs"),
    ],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}

// Pages show the same code to every reader, so each block is colored once.
const colored = new Map<string, string>();
const KEPT = 2_000;

const BLOCK = /<code data-language="(\w+)">([^<]*)<\/code>/g;

/** The HTML of a page with its code blocks colored. Only spans with a class are added: the text stays the same. */
export async function highlightPage(html: string): Promise<string> {
  const fresh = [...html.matchAll(BLOCK)].filter(
    ([block, language = ""]) => LANGUAGES[language] && !colored.has(block),
  );
  if (fresh.length > 0) {
    highlighter ??= loadHighlighter();
    const { codeToTokensBase } = await highlighter;
    if (colored.size > KEPT) colored.clear();
    for (const [block, language = "", text = ""] of fresh) {
      const lang = LANGUAGES[language] ?? "";
      const lines = codeToTokensBase(unescaped(text), { lang, theme: THEME.name });
      const spans = lines.map((tokens) => spansOf(tokens)).join("\n");
      colored.set(block, `<code data-language="${language}">${spans}</code>`);
      // The API's calls run on this thread too.
      await new Promise((done) => setImmediate(done));
    }
  }
  return html.replaceAll(BLOCK, (block: string) => colored.get(block) ?? block);
}

function spansOf(tokens: readonly { content: string; color?: string }[]): string {
  let html = "";
  let open = "";
  for (const { content, color } of tokens) {
    const kind = NAMES.find((_, at) => colorOf(at) === color?.toLowerCase()) ?? "";
    // Blanks need no color, so they don't end a span.
    if (content.trim() !== "" && kind !== open) {
      html += `${open && "</span>"}${kind && `<span class="${kind}">`}`;
      open = kind;
    }
    html += escaped(content);
  }
  return html + (open && "</span>");
}

// What React escapes in text.
const ESCAPES: readonly (readonly [string, string])[] = [
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#x27;", "'"],
  ["&amp;", "&"],
];
const unescaped = (text: string): string => ESCAPES.reduce((all, [entity, char]) => all.replaceAll(entity, char), text);
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
