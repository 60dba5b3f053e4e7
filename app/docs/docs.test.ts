import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, test, vi } from "vitest";
import { routes } from "@/app/api/routes";
import { DocsArticle } from "@/components/api/reference/frame";
import { referenceCalls } from "@/lib/api/reference/calls";
import { highlightPage } from "@/lib/api/reference/highlight";
import { pdqOf } from "@/lib/platform/pictures/pdq";
import { CHANGES, changelogFeed } from "./changelog";
import { declaredCodes } from "./error-articles";
import { ERROR_PAGES } from "./error-pages";
import { PDQ_IN_PYTHON } from "./guides/scenes-and-takedowns";
import { docsPages, errorPages } from "./reference";
import { searchIndex } from "./search-index";
import { SYNONYMS } from "./search-synonyms";
import { shownContents } from "./shown-page";

const pages = [...docsPages(), ...errorPages()];
const draw = ({ slug, title, group }: (typeof pages)[number]) =>
  renderToStaticMarkup(createElement(DocsArticle, { contents: shownContents(), slug, title, group, language: "curl" }));
const drawn = new Map(pages.map((page) => [`/docs/${page.slug}`, draw(page)]));

test("every error code that a route can answer has a page, and no page is about another", () => {
  const codes = declaredCodes(referenceCalls(routes, "https://records.example.com"));
  expect(Object.keys(ERROR_PAGES).toSorted()).toEqual([...codes.keys()].toSorted());
  for (const [code, { cause, fix }] of Object.entries(ERROR_PAGES)) {
    for (const sentence of [cause, ...fix]) expect(sentence, code).toMatch(/\.$/);
  }
});

test("every link between pages leads to a page and to a part that exists", () => {
  const idsOf = new Map([...drawn].map(([address, html]) => [address, new Set(html.match(/(?<= id=")[^"]+/g))]));
  for (const [address, html] of drawn) {
    for (const [, href = ""] of html.matchAll(/href="([^"]*)"/g)) {
      const [path = "", id] = href.startsWith("#") ? [address, href.slice(1)] : href.split("#");
      if (!path.startsWith("/docs/") || /\.(json|atom|tgz)$/.test(path)) continue;
      expect(idsOf.has(path), `${address}: ${href}`).toBe(true);
      if (id) expect(idsOf.get(path), `${address}: ${href}`).toContain(id);
    }
  }
});

test("words have no marks that aren't drawn, and no straight apostrophes", () => {
  for (const [address, html] of drawn) {
    const words = html.replaceAll(/<(code|pre)\b.*?<\/\1>/gs, "").replaceAll(/<[^>]+>/g, " ");
    expect(words.match(/.{0,40}(?:\*\*|`|\]\().{0,20}/g), address).toBeNull();
    expect(words.match(/.{0,30}\p{L}&#x27;.{0,30}/u)?.[0], address).toBeUndefined();
  }
});

test("the guide's picture has the PDQ hash that the guide says", () => {
  const [, formula, hex, quality] = /gray = (.+)\n[^#]*# ([0-9a-f]{64}), quality (\d+)/.exec(PDQ_IN_PYTHON) ?? [];
  const grayAt = new Function("x", "y", `return ${formula}`);
  const data = Uint8Array.from({ length: 128 * 128 * 3 }, (_, at) =>
    grayAt(Math.floor(at / 3) % 128, Math.floor(at / 3 / 128)),
  );
  expect(pdqOf({ data, width: 128, height: 128 })).toEqual({ hex, quality: Number(quality) });
});

test("a page has each id once, and one h1", () => {
  for (const [address, html] of drawn) {
    const ids = html.match(/(?<= id=")[^"]+/g) ?? [];
    expect(ids.length, address).toBe(new Set(ids).size);
    expect(html.match(/<h1/g), address).toHaveLength(1);
  }
});

describe("colored code", () => {
  it("keeps every letter, and only adds spans", async () => {
    for (const [address, html] of drawn) {
      const colored = await highlightPage(html);
      const bare = colored.replaceAll(/<code data-language="\w+">.*?<\/code>/gs, (block) =>
        block.replaceAll(/<\/?span[^>]*>/g, ""),
      );
      const quoted = html.replaceAll(/<code data-language="\w+">[^<]*<\/code>/g, (block) =>
        block.replaceAll("&quot;", '"').replaceAll("&#x27;", "'"),
      );
      expect(bare.replaceAll("&quot;", '"') === quoted.replaceAll("&quot;", '"'), address).toBe(true);
    }
  });

  it("marks words of each language", async () => {
    const html = (language: string, code: string) => `<code data-language="${language}">${code}</code>`;
    expect(await highlightPage(html("python", "import json"))).toContain('<span class="k">import</span>');
    expect(await highlightPage(html("json", "{&quot;a&quot;: 1}"))).toContain('<span class="n">1</span>');
    expect(await highlightPage(html("php", "&lt;?php\n$a = &#x27;b&#x27;;"))).toContain("<span class=\"s\">'b'</span>");
    expect(await highlightPage(html("cobol", "STOP RUN"))).toBe(html("cobol", "STOP RUN"));
    // Markup in code stays text.
    expect(await highlightPage(html("node", "a(&quot;&lt;b&gt;&amp;amp;&quot;)"))).toContain("&lt;b&gt;&amp;amp;");
  });
});

describe("the search", () => {
  const index = searchIndex(pages);
  const addresses = index.map(([, , address]) => address);

  it("knows pages, parts, calls by a field, and codes", () => {
    for (const address of ["/docs/quickstart", "/docs/content#logContent", "/docs/errors/NOT_UPLOADED"]) {
      expect(addresses).toContain(address);
    }
    const logging = index.find(([, , address]) => address === "/docs/content#logContent");
    expect(logging?.[4]).toContain("externalcontentid");
    // A reader loads it once.
    expect(gzipSync(JSON.stringify(index)).length).toBeLessThan(30_000);
  });

  it("has synonyms only for pages and parts that exist", () => {
    for (const address of Object.keys(SYNONYMS)) expect(addresses).toContain(address);
  });

  it.each([
    ["rate limit", "/docs/errors-and-limits#limits"],
    ["sandbox", "/docs/webhooks#rehearsals"],
    ["pagination", "/docs/event-feed#read"],
    ["takedwon", "/docs/takedowns"],
    ["retry", "/docs/webhooks#webhook-deliveries"],
    ["quickstrat", "/docs/quickstart"],
    ["409", "/docs/errors/CONSENT_PENDING"],
    ["409", "/docs/errors/duplicate_publication"],
    ["externalContentId", "/docs/content#logContent"],
    ["hmac", "/docs/webhooks#verify"],
    ["NOT_UPLOADED", "/docs/errors/NOT_UPLOADED"],
    ["idempot", "/docs/idempotency-and-retries"],
  ])("for “%s” shows %s", async (text, address) => {
    const nothing = { querySelector: () => null, querySelectorAll: () => [], addEventListener() {}, cookie: "" };
    vi.stubGlobal("document", { ...nothing, createElement: () => ({ append() {} }) });
    vi.stubGlobal("location", { protocol: "http:" });
    const script = pathToFileURL("public/docs/docs.js").href;
    const { find } = await import(/* @vite-ignore */ script);
    const shown = find(index, text).slice(0, 20);
    expect(shown.map(([, , at]: string[]) => at)).toContain(address);
  });
});

test("the changelog has its dates, newest first, and a feed that is XML", () => {
  const dates = CHANGES.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().toReversed());
  expect(dates).toEqual([
    "2026-11-29",
    "2026-09-05",
    "2026-08-22",
    "2026-08-15",
    "2026-08-14",
    "2026-07-27",
    "2026-04-25",
    "2026-04-22",
  ]);
  const feed = changelogFeed("https://records.example.com/?a=1&b", "Vellum & Co");
  expect(feed.match(/<entry>/g)).toHaveLength(dates.length);
  expect(feed).toContain("<updated>2026-11-29T00:00:00Z</updated>");
  expect(feed).toContain("Vellum &amp; Co");
  expect(feed).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
});
