import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { atOnce } from "@/lib/testing/sql";
import { createEndpoint, MAX_ENDPOINTS } from "./create-endpoint";
import { deleteEndpoint } from "./delete-endpoint";
import { editEndpoint, setEndpointStatus } from "./edit-endpoint";
import { liveSecrets } from "./open-secrets";
import { endOverlap, revealSecret, rotateSecret } from "./secrets";

const input = { url: "http://127.0.0.1:9/hooks", description: null, types: [] };

async function setUp() {
  const partner = await makePartner();
  const ctx = portalCtx(partner, "developer");
  let made = 0;
  const create = () => createEndpoint(ctx, { partnerId: partner.id, ...input, url: `${input.url}/${made++}` });
  return { partner, ctx, create, ...(await create()) };
}

/** A verb's result: "done", or the status of its refusal. */
const outcome = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => "done",
    (error: { status?: number }) => error.status,
  );

type SetUp = Awaited<ReturnType<typeof setUp>>;

describe("an endpoint deleted while something else waits for it", () => {
  it.each([
    ["an edit", ({ ctx, endpointId }: SetUp) => editEndpoint(ctx, { endpointId, ...input, description: "late" })],
    ["a rotation", ({ ctx, endpointId }: SetUp) => rotateSecret(ctx, { endpointId, overlapHours: 24 })],
    ["an end of its overlap", ({ ctx, endpointId }: SetUp) => endOverlap(ctx, { endpointId })],
    ["a look at its secret", ({ ctx, endpointId }: SetUp) => revealSecret(ctx, { endpointId })],
    ["a pause", ({ ctx, endpointId }: SetUp) => setEndpointStatus(ctx, { endpointId, status: "paused" })],
    ["another deletion", ({ ctx, endpointId }: SetUp) => deleteEndpoint(ctx, { endpointId })],
  ])("stays deleted, and %s finds nothing", async (_, late) => {
    const made = await setUp();
    const came: unknown[] = [];
    await atOnce(
      () => deleteEndpoint(made.ctx, made),
      async () => came.push(await outcome(late(made))),
    );
    expect(came).toEqual([404]);
    const row = await db.webhookEndpoint.findUniqueOrThrow({
      where: { id: made.endpointId },
      include: { secrets: true },
    });
    expect(row).toMatchObject({ description: null, status: "enabled", secrets: [] });
    expect(row.deletedAt).not.toBeNull();
  });
});

describe("two concurrent", () => {
  it("rotations rotate once, and the secret that receivers have still signs", async () => {
    const { ctx, endpointId, secret } = await setUp();
    const came: unknown[] = [];
    const rotate = async () => came.push(await outcome(rotateSecret(ctx, { endpointId, overlapHours: 24 })));
    await atOnce(rotate, rotate);
    expect(came.toSorted()).toEqual([409, "done"]);
    const live = (await liveSecrets([endpointId])).get(endpointId);
    expect(live).toHaveLength(2);
    expect(live?.[1]).toBe(secret);
  });

  it("registrations at one below the limit create one endpoint", async () => {
    const { partner, create } = await setUp();
    for (let there = 1; there < MAX_ENDPOINTS - 1; there++) await create();
    const came: unknown[] = [];
    const register = async () => came.push(await outcome(create()));
    await atOnce(register, register);
    expect(came.toSorted()).toEqual([409, "done"]);
    expect(await db.webhookEndpoint.count({ where: { partnerId: partner.id } })).toBe(MAX_ENDPOINTS);
  });

  it("changes are both in the ledger, and the later one wins", async () => {
    const { ctx, endpointId } = await setUp();
    const edit = (description: string) => editEndpoint(ctx, { endpointId, ...input, description });
    await atOnce(
      () => edit("first"),
      () => edit("second"),
    );
    expect((await db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } })).description).toBe("second");
    const lines = { subjectId: endpointId, action: "webhook_endpoint.edited" };
    expect(await db.ledgerEntry.count({ where: lines })).toBe(2);
  });
});
