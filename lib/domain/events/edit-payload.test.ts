import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { linesOn } from "@/lib/testing/effects";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { runJobs } from "@/lib/testing/run-jobs";
import { attemptWith, makeSubscriber } from "@/lib/testing/webhooks";
import { currentEdits, previewEdits, readEdits, saveEdits, sentBody } from "./edit-payload";
import { setEndpointStatus } from "./endpoint-changes";
import { getDelivery } from "./get-delivery";
import { resendDelivery } from "./replay-failed";
import { answerMissed, sendMissedTask } from "./send-missed";
import { recordAttempts } from "./sending/record-attempts";

const ADD = { add: { source: "vellum" } };

async function setUp() {
  const made = await makeSubscriber();
  const { ctx, endpointId, partner } = made;
  const save = (edits: Parameters<typeof saveEdits>[1]["edits"]) => saveEdits(ctx, { endpointId, edits });
  const bodies = async () => {
    const events = await db.webhookEvent.findMany({ where: { partnerId: partner.id } });
    const deliveries = await made.deliveries();
    const sent = deliveries.map(({ id, eventId }) =>
      sentBody(db, id, events.find((event) => event.id === eventId)?.body ?? Buffer.from("")),
    );
    return (await Promise.all(sent)).map((body) => JSON.parse(body.toString()).data);
  };
  return { ...made, save, bodies };
}

it("edits what is sent from then on, and keeps the bytes of each delivery for all of its attempts", async () => {
  const { ctx, endpointId, ping, save, bodies, due, deliveries } = await setUp();
  await ping("plain");
  await save(ADD);
  await ping("edited");
  await save({ omit: ["message"], add: { n: 1 } });
  await ping("edited again");
  const all = [{ message: "plain" }, { message: "edited", source: "vellum" }, { n: 1 }];
  expect(await bodies()).toEqual(all);
  await save(null);
  // After a failure, and when it is sent again.
  await recordAttempts((await due()).map((delivery) => ({ delivery, attempt: attemptWith({ responseStatus: 500 }) })));
  for (const { id } of await deliveries()) await resendDelivery(ctx, { deliveryId: id });
  expect(await bodies()).toEqual(all);
  const [, second] = await deliveries();
  const shown = await getDelivery(ctx, { deliveryId: second?.id ?? "" });
  expect(JSON.parse(shown.body).data).toEqual({ message: "edited", source: "vellum" });
  expect(shown.attempts[0]?.attempt.requestBody).toBe(shown.body);
  expect(await currentEdits(endpointId)).toBeNull();
});

it("keeps each version, and writes none for the same edits", async () => {
  const { endpointId, save } = await setUp();
  for (const edits of [ADD, ADD, { omit: ["message"] }, null, null]) await save(edits);
  expect(await db.webhookEdits.count({ where: { endpointId } })).toBe(2);
  const lines = (await linesOn(endpointId)).filter(({ action }) => action === "webhook_endpoint.payload_edited");
  expect(lines).toHaveLength(3);
  // A constant may be a secret of the receiver's router, and the ledger keeps it for good.
  const details = lines.map(({ detail }) => JSON.stringify(detail));
  expect(details[0]).toContain("source");
  expect(details.join()).not.toContain("vellum");
  await expect(db.webhookEdits.updateMany({ where: { endpointId }, data: { document: {} } })).rejects.toThrow(
    "a version of an endpoint's edits never changes",
  );
});

it("edits what an endpoint missed as it would today", async () => {
  const { ctx, endpointId, ping, save, bodies } = await setUp();
  await setEndpointStatus(ctx, { endpointId, status: "paused" });
  await ping("missed");
  await setEndpointStatus(ctx, { endpointId, status: "enabled" });
  await save(ADD);
  await answerMissed(ctx, { endpointId, send: true });
  await runJobs(sendMissedTask);
  expect(await bodies()).toEqual([{ message: "missed", source: "vellum" }]);
});

it("previews on the latest event, or on an example", async () => {
  const { ctx, endpointId, ping } = await setUp();
  const example = await previewEdits(ctx, { endpointId, edits: ADD });
  expect(example).toMatchObject({ isExample: true, type: "collab_scene.performer_consented" });
  clock.advance(1);
  await ping("latest");
  const { after, ...rest } = await previewEdits(ctx, { endpointId, edits: ADD });
  expect(rest).toMatchObject({ isExample: false, type: "test.ping", before: expect.stringContaining("latest") });
  expect(JSON.parse(after).data).toEqual({ message: "latest", source: "vellum" });
});

it("reads edits from text, and says what is wrong", () => {
  expect([readEdits(" "), readEdits("{}"), readEdits('{"omit":["a.b"]}')]).toEqual([null, null, { omit: ["a.b"] }]);
  expect(() => readEdits("{")).toThrow("This is not JSON.");
  expect(() => readEdits('{"omit":["a..b"]}')).toThrow("omit.0: write paths in data as names with dots");
  expect(() => readEdits('{"run":1}')).toThrow(/run/);
  expect(() => readEdits(`{"omit":["${"a".repeat(9_000)}"]}`)).toThrow("This is too long.");
});

it("is not another partner's, and not a viewer's, who may not read events either", async () => {
  const { endpointId, partner, ping } = await setUp();
  await ping("for developers");
  const stranger = portalCtx(await makePartner(), "owner");
  await expect(saveEdits(stranger, { endpointId, edits: ADD })).rejects.toMatchObject({ status: 404 });
  await expect(previewEdits(stranger, { endpointId, edits: ADD })).rejects.toMatchObject({ status: 404 });
  for (const role of ["viewer", "billing"] as const) {
    const reader = portalCtx(partner, role);
    await expect(saveEdits(reader, { endpointId, edits: ADD })).rejects.toMatchObject({ status: 403 });
    await expect(previewEdits(reader, { endpointId, edits: ADD })).rejects.toMatchObject({ status: 403 });
  }
});
