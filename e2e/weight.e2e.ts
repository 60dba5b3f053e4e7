import { gzipSync } from "node:zlib";
import { createEndpoint } from "@/lib/domain/webhooks";
import { makeAccount, systemCtx } from "@/lib/testing/factories";
import { makeFailedDeliveries } from "@/lib/testing/failed-deliveries";
import { expect, signIn, test } from "./harness/journey";
import { liveKey } from "./harness/people";

/** What a page may ask a phone to load before it can be used: the scripts its document names, by gzip. */
const BUDGET_KB = 155;

test("the portal's pages stay light", async ({ visitor, partner }) => {
  const key = await liveKey(partner.partnerId);
  const { page } = await visitor();
  await signIn(page, partner.ownerEmail);
  await page.goto("/portal/keys");
  const rotate = await page.getByRole("link", { name: "Rotate Test suite" }).getAttribute("href");
  const { endpointId } = await createEndpoint(systemCtx(), {
    partnerId: partner.partnerId,
    url: "http://127.0.0.1:9/hooks",
    description: null,
    types: [],
  });
  const [deliveryId] = await makeFailedDeliveries({ partnerId: partner.partnerId, endpointId }, 1);
  const webhooks = [
    "/webhooks",
    "/webhooks/new",
    "/webhooks/debugger",
    `/webhooks/${endpointId}`,
    `/webhooks/${endpointId}/test`,
    `/webhooks/${endpointId}/deliveries`,
    "/webhooks/deliveries",
    `/webhooks/deliveries/${deliveryId}`,
  ];
  const creator = await makeAccount({ id: partner.partnerId, plan: "platform_pays" });
  const names = [
    "",
    "/creators",
    "/creators/new",
    "/creators/changes",
    `/creators/${creator.id}`,
    "/content",
    "/content/import",
    "/keys",
    "/requests",
    "/events",
    ...webhooks,
    "/team",
    "/billing",
    "/billing/upcoming",
    "/security",
  ];
  const pages = names.map((name) => `/portal${name}`);
  expect(key).toBeTruthy();

  // Whoever a platform named has a room of their own.
  await makeAccount({ id: partner.partnerId, plan: "platform_pays" }, { email: partner.ownerEmail });
  const room = ["", "/platforms", "/works", "/identity", "/statement"].map((name) => `/creator${name}`);

  const sizes = new Map<string, number>();
  for (const path of [...pages, ...room, rotate ?? "", "/account"]) {
    const html = await (await page.request.get(path)).text();
    // Old browsers' own script is loaded by no other.
    const scripts = [...html.matchAll(/<script [^>]*>/g)].map(([tag]) => tag).filter((tag) => !/nomodule/i.test(tag));
    const sources = new Set(scripts.flatMap((tag) => /src="([^"]+)"/.exec(tag)?.[1] ?? []));
    expect(sources.size).toBeGreaterThan(5);
    let bytes = 0;
    for (const source of sources) {
      const size = sizes.get(source) ?? gzipSync(await (await page.request.get(source)).body(), { level: 9 }).length;
      sizes.set(source, size);
      bytes += size;
    }
    expect.soft(bytes / 1024, `KB of scripts on ${path}`).toBeLessThan(BUDGET_KB);
  }
});
