import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { together } from "@/lib/testing/modules";

// The environment is read once, so everything that reads it is imported after setting it as in production.
const load = () =>
  together(
    import("@/lib/testing/factories"),
    import("@/lib/platform/db"),
    import("./send-test"),
    import("./secrets"),
    import("@/lib/testing/receiver"),
  );
let kit: Awaited<ReturnType<typeof load>>;

beforeAll(async () => {
  vi.stubEnv("ALLOW_PRIVATE_WEBHOOKS", undefined);
  vi.resetModules();
  kit = await load();
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

it("sends no test into its own network unless allowed", async () => {
  const receiver = await kit.startReceiver();
  const partner = await kit.makePartner();
  const ctx = kit.portalCtx(partner);
  const endpoints = [receiver.url, receiver.url.replace("http:", "https:"), "https://169.254.169.254/latest"];
  const errors = [];
  for (const url of endpoints) {
    // As if registered while it was allowed.
    const id = partner.id.slice(0, 24) + endpoints.indexOf(url);
    await kit.db.webhookEndpoint.create({ data: { id, partnerId: partner.id, url, createdAt: new Date() } });
    await kit.inTransaction((tx) => kit.issueSecret(tx, id));
    const { responseStatus, succeeded, error } = await kit.sendTest(ctx, { endpointId: id });
    expect({ responseStatus, succeeded }).toEqual({ responseStatus: null, succeeded: false });
    errors.push(error);
  }
  expect(errors).toEqual([
    "The URL must begin with https://.",
    expect.stringContaining("public internet"),
    expect.stringContaining("public internet"),
  ]);
  expect(receiver.received).toEqual([]);
  await receiver.close();
});
