import { expect, it, vi } from "vitest";
import { createEndpoint } from "@/lib/domain/webhooks/create-endpoint";
import { emit } from "@/lib/domain/webhooks/emit";
import { db, inTransaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { makePartner, systemCtx } from "@/lib/testing/factories";
import type { Attempt } from "./attempt";
import { settleSurely } from "./settle-surely";

const fine: Attempt = {
  url: "http://127.0.0.1:9/hooks",
  at: new Date(),
  durationMs: 3,
  requestHeaders: {},
  responseStatus: 200,
  responseHeaders: { server: "x" },
  responseBody: Buffer.from("a\0b"),
  error: null,
  succeeded: true,
};

async function results(attempts: readonly Attempt[]) {
  const partner = await makePartner();
  const input = { partnerId: partner.id, url: "http://127.0.0.1:9/hooks", description: null, types: [] };
  const { endpointId } = await createEndpoint(systemCtx(), input);
  for (const _ of attempts) {
    await inTransaction((tx) => emit(tx, { type: "test.ping", partnerId: partner.id, data: { message: "x" } }));
  }
  const rows = await db.webhookDelivery.findMany({ where: { endpointId }, orderBy: { id: "asc" } });
  const made = attempts.flatMap((attempt, n) => {
    const row = rows[n];
    return row
      ? [{ delivery: { ...row, dueAt: row.nextAttemptAt ?? new Date(), bytes: 2, body: Buffer.from("{}") }, attempt }]
      : [];
  });
  const kept = () =>
    db.webhookDelivery.findMany({ where: { endpointId }, orderBy: { id: "asc" }, include: { attempts: true } });
  return { made, kept };
}

it("writes the results of others when the database refuses one, and that one without its answer", async () => {
  const said = vi.spyOn(log, "error").mockImplementation(() => {});
  const poison = { ...fine, responseHeaders: { server: "a\0b" } };
  const { made, kept } = await results([fine, poison, fine]);
  await settleSurely(made);
  said.mockRestore();
  const deliveries = await kept();
  expect(deliveries.map(({ status }) => status)).toEqual(["delivered", "delivered", "delivered"]);
  expect(deliveries.map(({ attempts }) => attempts.map(({ responseHeaders }) => responseHeaders))).toEqual([
    [{ server: "x" }],
    [null],
    [{ server: "x" }],
  ]);
  expect(Buffer.from(deliveries[0]?.attempts[0]?.responseBody ?? []).toString()).toBe("a\0b");
});

it("never throws, whatever is refused", async () => {
  const said = vi.spyOn(log, "error").mockImplementation(() => {});
  const hopeless = { ...fine, error: "a\0b", responseHeaders: null, responseBody: null };
  const { made, kept } = await results([hopeless, fine]);
  await settleSurely(made);
  said.mockRestore();
  expect((await kept()).map(({ status }) => status)).toEqual(["pending", "delivered"]);
});
