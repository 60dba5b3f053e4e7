import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { atOnce } from "@/lib/testing/sql";
import { endpointInput, makeEndpoint, makeSubscriber } from "@/lib/testing/webhooks";
import { deleteEndpoint, editEndpoint, MAX_ENDPOINTS, setEndpointStatus } from "./endpoint-changes";
import { liveSecrets } from "./open-secrets";
import { endOverlap, revealSecret, rotateSecret } from "./secrets";

const input = endpointInput();

/** A verb's result: "done", or its refusal's code or status. */
const outcome = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => "done",
    (error: { code?: string; status?: number }) => error.code ?? error.status,
  );

type Subscriber = Awaited<ReturnType<typeof makeSubscriber>>;

describe("an endpoint deleted while something else waits for it", () => {
  it.each([
    ["an edit", ({ ctx, endpointId }: Subscriber) => editEndpoint(ctx, { endpointId, ...input, description: "late" })],
    ["a rotation", ({ ctx, endpointId }: Subscriber) => rotateSecret(ctx, { endpointId, overlapHours: 24 })],
    ["an end of its overlap", ({ ctx, endpointId }: Subscriber) => endOverlap(ctx, { endpointId })],
    ["a look at its secret", ({ ctx, endpointId }: Subscriber) => revealSecret(ctx, { endpointId })],
    ["a pause", ({ ctx, endpointId }: Subscriber) => setEndpointStatus(ctx, { endpointId, status: "paused" })],
    ["another deletion", ({ ctx, endpointId }: Subscriber) => deleteEndpoint(ctx, { endpointId })],
  ])("stays deleted, and %s finds nothing", async (_, late) => {
    const made = await makeSubscriber();
    const came: unknown[] = [];
    await atOnce(
      () => deleteEndpoint(made.ctx, made),
      async () => came.push(await outcome(late(made))),
    );
    expect(came).toEqual([404]);
    expect(await made.endpoint()).toMatchObject({
      description: null,
      status: "enabled",
      secrets: [],
      deletedAt: expect.any(Date),
    });
  });
});

describe("two concurrent", () => {
  it("rotations rotate once, and the secret that receivers have still signs", async () => {
    const { ctx, endpointId, secret } = await makeSubscriber();
    const came: unknown[] = [];
    const rotate = async () => came.push(await outcome(rotateSecret(ctx, { endpointId, overlapHours: 24 })));
    await atOnce(rotate, rotate);
    expect(came.toSorted()).toEqual(["done", "overlap_running"]);
    const live = (await liveSecrets([endpointId])).get(endpointId);
    expect(live).toHaveLength(2);
    expect(live?.[1]).toBe(secret);
    // A leaked secret can be ended at any time.
    const { secret: fresh } = await rotateSecret(ctx, { endpointId, overlapHours: 0 });
    expect((await liveSecrets([endpointId])).get(endpointId)).toEqual([fresh]);
  });

  it("registrations at one below the limit create one endpoint", async () => {
    const { partner } = await makeSubscriber();
    for (let there = 1; there < MAX_ENDPOINTS - 1; there++) await makeEndpoint(partner);
    const came: unknown[] = [];
    const register = async () => came.push(await outcome(makeEndpoint(partner)));
    await atOnce(register, register);
    expect(came.toSorted()).toEqual(["done", "too_many_endpoints"]);
    expect(await db.webhookEndpoint.count({ where: { partnerId: partner.id } })).toBe(MAX_ENDPOINTS);
  });

  it("changes are both in the ledger, and the later one wins", async () => {
    const { ctx, endpointId, endpoint } = await makeSubscriber();
    const edit = (description: string) => editEndpoint(ctx, { endpointId, ...input, description });
    await atOnce(
      () => edit("first"),
      () => edit("second"),
    );
    expect((await endpoint()).description).toBe("second");
    const lines = { subjectId: endpointId, action: "webhook_endpoint.edited" };
    expect(await db.ledgerEntry.count({ where: lines })).toBe(2);
  });
});
