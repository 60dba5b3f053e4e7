import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "./harness/journey";

// Files that browsers, search engines and chat apps request.
const base = () => process.env.BASE_URL ?? "";
const ask = (path: string, init?: RequestInit) =>
  fetch(base() + path, { redirect: "manual", ...init, headers: { "x-forwarded-for": "198.19.0.1", ...init?.headers } });

test("the public files have their types and are revalidated", async () => {
  const types: Record<string, string> = {
    ico: "image/x-icon",
    avif: "image/avif",
    png: "image/png",
    svg: "image/svg+xml",
    js: "application/javascript; charset=UTF-8",
    txt: "text/plain; charset=UTF-8",
    webp: "image/webp",
    webmanifest: "application/manifest+json",
  };
  const files = readdirSync("public", { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files.map(({ parentPath, name }) => relative("public", join(parentPath, name)))) {
    const answer = await ask(`/${file}`);
    expect([file, answer.status, answer.headers.get("content-type")]).toEqual([
      file,
      200,
      types[file.split(".").at(-1) ?? ""],
    ]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(readFileSync(`public/${file}`))).toBe(true);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=0");
    const conditional = { "if-none-match": answer.headers.get("etag") ?? "", "cache-control": "max-age=0" };
    const again = await ask(`/${file}`, { headers: conditional });
    expect(again.status).toBe(304);
  }
});

test("a page names its icons, its manifest and its social picture", async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto("/");
  const named = async (selector: string, attribute: string) =>
    page.locator(selector).evaluateAll((tags, name) => tags.map((tag) => tag.getAttribute(name)), attribute);
  expect((await named("link[rel~=icon]", "href")).map((href) => href?.replace(/\?.*/, ""))).toEqual([
    "/favicon.ico",
    "/icon.svg",
  ]);
  expect(await named("link[rel=apple-touch-icon]", "href")).toEqual(["/apple-touch-icon.png"]);
  expect(await named("link[rel=manifest]", "href")).toEqual(["/site.webmanifest"]);
  expect(await named("meta[property='og:image']", "content")).toEqual([`${base()}/social.png`]);
});

test("security.txt says where to report a vulnerability", async () => {
  const answer = await ask("/.well-known/security.txt");
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await answer.text()).toMatch(/^Contact: mailto:security@localhost\r\nExpires: \d{4}-/);
  expect((await ask("/.well-known/nothing")).status).toBe(404);
});

test("the key set is public", async () => {
  const answer = await ask("/.well-known/jwks.json");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/jwk-set+json"]);
  expect(await answer.json()).toEqual({ keys: expect.any(Array) });
});

test("every response has a type and a content security policy", async () => {
  const script = /\/_next\/static\/[^"]+\.js/.exec(await (await ask("/sign-in")).text())?.[0] ?? "no script";
  for (const [path, status] of [
    ["/", 200],
    ["/no/such/page", 404],
    ["/portal/", 308],
    ["/portal", 307],
    ["/api/portal/keys", 401],
    ["/api/v1/nothing", 401],
    ["/healthz", 200],
    ["/readyz", 200],
    ["/uploads/x", 405],
    ["/statements/nobody", 404],
    ["/docs/openapi.json", 200],
    ["/docs/asyncapi.json", 200],
    ["/docs/search.json", 200],
    ["/docs/changelog.atom", 200],
    ["/docs/docs.js", 200],
    ["/schemas/collab_scene.greenlit.json", 200],
    ["/schemas/nothing.json", 404],
    ["/docs/vellum-client.tgz", 200],
    ["/favicon.ico", 200],
    ["/_next/static/nothing.js", 404],
    ["/_next/image?url=%2Fportal%0A%7B%22level%22%3A%22fatal%22%7D&w=64&q=75", 404],
    ["/_next/%69mage?url=%2Ficon.svg&w=64&q=75", 404],
    [script, 200],
  ] as const) {
    const answer = await ask(path);
    expect.soft([path, answer.status]).toEqual([path, status]);
    expect.soft([path, answer.headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
    expect.soft(answer.headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
  }
});

test("a form from another site is refused before Next sees it", async () => {
  const headers: Record<string, string> = {
    "content-type": "application/x-www-form-urlencoded",
    origin: "https://evil.example",
  };
  const forged = { "x-forwarded-host": "evil.example", host: "evil.example" };
  for (const sent of [undefined, headers, { ...headers, ...forged }, { "sec-fetch-site": "cross-site" }]) {
    expect((await ask("/sign-in", { method: "POST", headers: sent, body: "a=b" })).status).toBe(403);
  }
});
