import { oneLine } from "@/lib/platform/wire";

// The pages of packages. They open without a network and without scripts.

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text from outside, for a page. */
export const safe = (text: string): string => oneLine(text).replace(/[&<>"']/g, (one) => ESCAPES[one] ?? "");

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}header{border-bottom:1px solid #888;color:#555}" +
  "td,th{text-align:left;padding:.25rem 1rem .25rem 0;vertical-align:top}img{max-width:100%}";

/** `mark`: whom it was made for. `depth`: how many folders it is below the start page. `body`: HTML. */
type PageParts = { mark: string; title: string; depth: number; body: string };

/** A page of a package. */
export function pageText({ mark, title, depth, body }: PageParts): string {
  const start = `${"../".repeat(depth)}index.html`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'">
<title>${safe(title)}</title><style>${STYLE}</style></head><body>
<header><p>${safe(mark)} · <a href="${start}">Start</a></p></header>
<h1>${safe(title)}</h1>
${body}
</body></html>
`;
}

/** A link to another file of the package. */
export const link = (href: string, text: string): string => `<a href="${href}">${safe(text) || "Untitled"}</a>`;

/** Lines of cells, which are HTML. */
export const table = (lines: readonly (readonly string[])[], heads: readonly string[] = []): string => {
  const first = heads.length > 0 ? `<tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr>\n` : "";
  return `<table>${first}${lines.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("\n")}</table>`;
};

/** Labels with their texts, without those that have none. */
export const factsTable = (lines: readonly (readonly [string, string | null])[]): string =>
  table(lines.flatMap(([label, value]) => (value === null ? [] : [[`<strong>${label}</strong>`, safe(value)]])));
