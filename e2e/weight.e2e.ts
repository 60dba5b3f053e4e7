import { gzipSync } from "node:zlib";
import type { Page, Request } from "@playwright/test";
import { createEndpoint } from "@/lib/domain/events";
import { db } from "@/lib/platform/db";
import { makeFailedDeliveries } from "@/lib/testing/deliveries";
import { makeAccount, systemCtx } from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { api } from "./harness/api";
import { expect, test } from "./harness/journey";
import { liveKey } from "./harness/people";

// KB of gzipped scripts that a page loads.
const BUDGET_KB = 165;
/** For live pages, which also load the code that refreshes them. */
const FOLLOWED_KB = 173;
/** KB that a public page transfers in all: its HTML, style sheet, fonts and pictures. */
const PUBLIC_KB = 40;
/** KB of the documentation's one script, gzipped. */
const DOCS_SCRIPT_KB = 5;
/** KB of HTML, gzipped. */
const GUIDE_HTML_KB = 25;
const REFERENCE_HTML_KB = 32;

const sizes = new Map<string, number>();

/** The KB of scripts that a page loads. */
async function scriptsOf(page: Page, path: string): Promise<number> {
  const urls = new Set<string>();
  const listen = (response: { url: () => string; request: () => { resourceType: () => string } }) => {
    if (response.request().resourceType() === "script") urls.add(response.url());
  };
  // The page before may still be loading.
  await page.goto("about:blank");
  page.on("response", listen);
  await page.goto(path, { waitUntil: "networkidle" });
  page.off("response", listen);
  let bytes = 0;
  for (const url of urls) {
    const size = sizes.get(url) ?? gzipSync(await (await page.request.get(url)).body(), { level: 9 }).length;
    sizes.set(url, size);
    bytes += size;
  }
  return bytes / 1024;
}

/** The KB that a page transfers in a browser that was never here, and its scripts among them. */
async function transferOf(page: Page, path: string): Promise<{ kb: number; scripts: number; parts: string }> {
  const seen: { size: number; type: string; name: string }[] = [];
  const pending: Promise<void>[] = [];
  const listen = (request: Request) => {
    const count = async () => {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      const name = new URL(request.url()).pathname.split("/").at(-1) ?? "";
      seen.push({ size: responseBodySize + responseHeadersSize, type: request.resourceType(), name });
    };
    pending.push(count());
  };
  page.on("requestfinished", listen);
  await page.goto(path, { waitUntil: "networkidle" });
  page.off("requestfinished", listen);
  await Promise.all(pending);
  const sum = seen.reduce((total, { size }) => total + size, 0);
  const parts = seen.map(({ size, type, name }) => `${type} ${name} ${size}`).join("; ");
  return { kb: sum / 1024, scripts: seen.filter(({ type }) => type === "script").length, parts };
}

test("public pages load no script and little else", async ({ visitor }) => {
  for (const path of ["/", "/removal", "/no/such/page"]) {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, watch } = await visitor({ colorScheme });
      watch.allow(404, /^\/no\/such\/page$/);
      const { kb, scripts, parts } = await transferOf(page, path);
      expect.soft(scripts, `scripts on ${path}`).toBe(0);
      expect.soft(kb, `KB transferred by ${path}, ${colorScheme}: ${parts}`).toBeLessThan(PUBLIC_KB);
    }
  }
});

test("questions to claimants are light", async ({ visitor }) => {
  const { page } = await visitor();
  await page.goto("/removal");
  await page.getByRole("button", { name: "Start" }).click();
  for (const question of ["what", "where"]) {
    const path = `/removal/file/${question}`;
    expect.soft(await scriptsOf(page, path), `KB of scripts on ${path}`).toBeLessThan(BUDGET_KB);
  }
});

test("the documentation loads no React, and is light", async ({ visitor }) => {
  test.slow();
  const { page } = await visitor();
  const guides = ["quickstart", "guide", "logging-content", "scenes-and-consent", "webhooks", "errors/NOT_UPLOADED"];
  const reference = ["productions-and-certificates", "solo-accounts", "collab-scenes", "event-types"];
  for (const path of ["/docs", ...[...guides, ...reference].map((name) => `/docs/${name}`)]) {
    expect.soft(await scriptsOf(page, path), `KB of scripts on ${path}`).toBeLessThan(DOCS_SCRIPT_KB);
    const html = await (await page.request.get(path)).text();
    const limit = reference.some((name) => path.endsWith(name)) ? REFERENCE_HTML_KB : GUIDE_HTML_KB;
    expect.soft(gzipSync(html).length / 1024, `KB of HTML on ${path}`).toBeLessThan(limit);
    const inline = [...html.matchAll(/<script\b[^>]*>(.*?)<\/script>/gs)].map(([, code = ""]) => code).join("");
    expect.soft(inline.length / 1024, `KB of inline scripts on ${path}`).toBeLessThan(3);
  }
});

test("pages of the portal are light", async ({ visitorAs, partner }) => {
  test.slow();
  const key = await liveKey(partner.partnerId);
  // Charts need calls and deliveries.
  expect((await api(key).post("/talent/check", { email: "ada@example.com" })).status).toBe(200);
  const { endpointId } = await createEndpoint(systemCtx(), {
    partnerId: partner.partnerId,
    url: "http://127.0.0.1:9/hooks",
    description: null,
    types: [],
  });
  const [deliveryId] = await makeFailedDeliveries({ partnerId: partner.partnerId, endpointId }, 1);
  const creator = await makeAccount({ id: partner.partnerId, plan: "platform_pays" });
  const { page } = await visitorAs(partner.ownerEmail);
  // Calls are logged behind their response, and the overview counts them as it is rendered.
  await expect(async () => {
    await page.goto("/portal");
    await expect(page.getByRole("table", { name: "By hour, UTC" }).first()).toBeAttached({ timeout: 5_000 });
  }).toPass();
  await page.goto("/portal/keys");
  const rotate = await page.getByRole("link", { name: "Rotate Test suite" }).getAttribute("href");

  const endpoint = `/webhooks/${endpointId}`;
  const still = ["", "/creators", "/creators/new", "/creators/changes", `/creators/${creator.id}`, "/content/import"];
  still.push("/webhooks", "/webhooks/new", "/webhooks/debugger", endpoint, `${endpoint}/test`);
  still.push("/team", "/billing/upcoming", "/security");
  const followed = ["/content", "/keys", "/requests", "/events", "/billing", `${endpoint}/deliveries`];
  followed.push("/webhooks/deliveries", `/webhooks/deliveries/${deliveryId}`);
  for (const path of still.map((name) => `/portal${name}`)) {
    expect.soft(await scriptsOf(page, path), `KB of scripts on ${path}`).toBeLessThan(BUDGET_KB);
  }
  for (const path of [...followed.map((name) => `/portal${name}`), rotate ?? ""]) {
    expect.soft(await scriptsOf(page, path), `KB of scripts on ${path}`).toBeLessThan(FOLLOWED_KB);
  }
});

test("pages of creators and producers are light", async ({ visitorAs, partner }) => {
  test.slow();
  const platform = { id: partner.partnerId, plan: "platform_pays" } as const;
  // Anyone whom a platform provisioned has creator pages.
  await makeAccount(platform, { email: partner.ownerEmail });
  const user = await db.user.findUniqueOrThrow({ where: { email: partner.ownerEmail } });
  const producer = await makeProducer([platform], { user });
  const production = await makeProduction({ producer });
  const { page } = await visitorAs(partner.ownerEmail);

  const creatorPages = ["", "/platforms", "/works", "/identity", "/statement"].map((name) => `/creator${name}`);
  const own = ["", "/performers", "/depictions", "/depictions/log", "/seal"];
  const ofProduction = own.map((name) => `/producer/productions/${production.id}${name}`);
  const producerPages = ["/producer", "/producer/productions/new", ...ofProduction];
  for (const path of [...creatorPages, ...producerPages, "/account", "/sign-in", "/verify"]) {
    expect.soft(await scriptsOf(page, path), `KB of scripts on ${path}`).toBeLessThan(BUDGET_KB);
  }
});
