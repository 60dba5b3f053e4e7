import { expect, test } from "vitest";
import { POST as logContentInBulk } from "@/app/api/v1/content/bulk/route";
import { POST as logContent } from "@/app/api/v1/solo-accounts/[accountId]/content/route";
import { POST as deactivate } from "@/app/api/v1/solo-accounts/[accountId]/deactivate/route";
import { deactivateAccount } from "@/lib/domain/accounts";
import { emit, eventList, findEvent } from "@/lib/domain/events";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { withRequestContext } from "@/lib/platform/request-context";
import { call } from "@/lib/testing/api";
import { type MadePartner, makeAccount, makeKey, makePartner, portalCtx } from "@/lib/testing/factories";

async function setUp() {
  const partner = await makePartner();
  const { key } = await makeKey(partner);
  const { id: accountId } = await makeAccount(partner, { status: "active" });
  const caused = async (request: string, by: MadePartner = partner) =>
    (await eventList.read(portalCtx(by, "developer"), { request })).rows;
  return { partner, key, accountId, caused };
}

let made = 0;
const depiction = () => ({
  contentUrl: `https://p.example/${newId()}`,
  title: `T ${made++}`,
  externalContentId: newId(),
  complianceCopy: { mimeType: "image/jpeg", sizeBytes: 1000 },
});
const idOf = ({ headers }: { headers: Headers }) => headers.get("x-request-id") ?? "";

test("a call's events are found by its id, each its own, also when calls are written together", async () => {
  const { key, accountId, caused } = await setUp();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => call(logContent, { key, params: { accountId }, body: depiction() })),
  );
  for (const answer of answers) {
    const found = await caused(idOf(answer));
    expect(found.map(({ type }) => type)).toEqual(["content_log.created"]);
    expect(found[0]?.objects).toContain(answer.body.depictionId);
  }
});

test("a bulk call has the events of all its lines", async () => {
  const { key, accountId, caused } = await setUp();
  const lines = Array.from({ length: 3 }, () => ({ ...depiction(), accountId }));
  const answer = await call(logContentInBulk, { key, body: lines.map((line) => JSON.stringify(line)).join("\n") });
  expect(await caused(idOf(answer))).toHaveLength(3);
});

test("a partner finds neither another's events nor its calls", async () => {
  const [mine, theirs] = [await setUp(), await setUp()];
  const { key, accountId } = mine;
  const request = idOf(await call(logContent, { key, params: { accountId }, body: depiction() }));
  expect(await mine.caused(request)).toHaveLength(1);
  expect(await theirs.caused(request)).toEqual([]);
  for (const odd of ["", "x", "0".repeat(25), "z".repeat(25)]) expect(await theirs.caused(odd)).toEqual([]);
  // What a call does to another partner has no cause for that one.
  const others = (partnerId: string) =>
    inTransaction((tx) => emit(tx, { type: "test.ping", partnerId, data: { message: "x" } }));
  await withRequestContext({ requestId: request, callerId: mine.partner.id }, () => others(theirs.partner.id));
  const [ping] = await db.webhookEvent.findMany({ where: { partnerId: theirs.partner.id } });
  expect(ping?.requestId).toBeNull();
});

test("what the team does in the portal has no call, and an event says which call it had", async () => {
  const { partner, key, accountId } = await setUp();
  const { id: other } = await makeAccount(partner, { status: "active" });
  await deactivateAccount(portalCtx(partner, "admin"), other);
  const answer = await call(deactivate, { key, params: { accountId } });
  const events = await db.webhookEvent.findMany({ where: { partnerId: partner.id }, orderBy: { id: "asc" } });
  expect(events.map(({ requestId }) => requestId)).toEqual([null, idOf(answer)]);
  const shown = await findEvent(portalCtx(partner, "developer"), { eventId: events[1]?.id ?? "" });
  expect(shown?.requestId).toBe(idOf(answer));
});
