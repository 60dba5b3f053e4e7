import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makePartner, portalCtx, systemCtx } from "@/lib/testing/factories";
import { endpointInput, makeEndpoint, ping } from "@/lib/testing/webhooks";
import { createEndpoint, deleteEndpoint } from "./endpoint-changes";
import { findEndpoint, listEndpoints } from "./endpoints";
import { EVENT_TYPES, eventTypeGroups } from "./events";
import { endOverlap, rotateSecret } from "./secrets";

async function setUp() {
  const partner = await makePartner();
  const create = (description: string) => makeEndpoint(partner, { description });
  return { partner, ctx: portalCtx(partner, "developer"), create };
}

it("lists a partner's endpoints, oldest first, without deleted ones or another's", async () => {
  const { ctx, create } = await setUp();
  const stranger = await setUp();
  const first = await create("first");
  const gone = await create("gone");
  await create("second");
  await stranger.create("theirs");
  await deleteEndpoint(ctx, gone);
  expect((await listEndpoints(ctx)).map(({ description }) => description)).toEqual(["first", "second"]);
  expect(await findEndpoint(ctx, gone)).toBeNull();
  expect(await findEndpoint(stranger.ctx, first)).toBeNull();
  for (const none of ["none", `${first.endpointId}\0`, "\0", ""]) {
    expect(await findEndpoint(ctx, { endpointId: none })).toBeNull();
  }
});

it("an endpoint has its creator, its pending deliveries and its secret's status", async () => {
  clock.freeze(new Date("2026-11-21T12:00:00Z"));
  const { partner, ctx, create } = await setUp();
  const { endpointId } = await create("production");
  const shown = async () => {
    const found = await findEndpoint(ctx, { endpointId });
    if (!found) throw new Error("not found");
    return found;
  };
  const other = await create("other");
  for (let n = 0; n < 3; n++) await ping(partner);
  const [one] = await db.webhookDelivery.findMany({ where: { endpointId } });
  const settled = { status: "delivered", nextAttemptAt: null, settledAt: clock.now() } as const;
  await db.webhookDelivery.updateMany({ where: { id: one?.id ?? "" }, data: settled });
  expect(await shown()).toMatchObject({
    waiting: 2,
    createdBy: partner.users.developer.email,
    secret: { since: clock.now(), overlapEnds: null },
  });
  expect((await findEndpoint(ctx, other))?.waiting).toBe(3);

  clock.advance(60_000);
  await rotateSecret(ctx, { endpointId, overlapHours: 24 });
  expect((await shown()).secret).toEqual({ since: clock.now(), overlapEnds: new Date("2026-11-22T12:01:00Z") });
  clock.advance(24 * 3_600_000);
  expect((await shown()).secret.overlapEnds).toBeNull();
  await endOverlap(ctx, { endpointId });
  expect((await shown()).secret.overlapEnds).toBeNull();
});

it("an endpoint created by an operator has no creator on the team", async () => {
  const { partner, ctx } = await setUp();
  const made = await createEndpoint(systemCtx(), { partnerId: partner.id, ...endpointInput() });
  expect(await findEndpoint(ctx, made)).toMatchObject({ createdBy: null });
});

it("every type but the test's can be chosen, once, below its prefix", () => {
  const groups = eventTypeGroups();
  const types = groups.flatMap(({ types: of }) => of.map(({ type }) => type));
  expect(types.toSorted()).toEqual(EVENT_TYPES.filter((type) => type !== "test.ping").toSorted());
  for (const { prefix, types: of } of groups) {
    for (const { type, when } of of) expect([type.startsWith(`${prefix}.`), when.length > 0]).toEqual([true, true]);
  }
});
