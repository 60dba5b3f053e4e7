import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { afterEach, describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { anotherCopy } from "@/lib/testing/another-copy";
import { setVariables } from "@/lib/testing/env";
import { FROM, makePartner, portalCtx } from "@/lib/testing/factories";
import { startReceiver } from "@/lib/testing/receiver";
import { makeSubscriber } from "@/lib/testing/webhooks";
import { deleteEndpoint, setEndpointStatus } from "./endpoint-changes";
import { EVENT_TYPES, events } from "./events";
import type * as tests from "./send-test";
import { sendTest, sendTestOnce } from "./send-test";

const closing: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
});

async function setUp(...answer: Parameters<typeof startReceiver>) {
  const receiver = await startReceiver(...answer);
  closing.push(receiver);
  return { receiver, ...(await makeSubscriber({ url: receiver.url })) };
}

describe("a test of an endpoint", () => {
  it("is one signed ping that says it is a test, and returns the exact request and response", async () => {
    const { ctx, receiver, endpointId, secret } = await setUp();
    const shown = await sendTest(ctx, { endpointId });
    expect(receiver.received).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "x-svc-event": "test.ping",
      "x-svc-delivery": "del_test",
      "webhook-id": expect.stringMatching(/^evt_test_\d{13}$/),
    });
    const event = Stripe.webhooks.constructEvent(body, String(headers["x-svc-signature"]), secret);
    expect(event).toMatchObject({ id: headers["webhook-id"], type: "test.ping" });
    expect(Object.keys(event)).toEqual(["id", "type", "created", "data"]);
    const standard = new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(standard).toMatchObject({ data: events["test.ping"].example });

    expect(shown).toMatchObject({ url: receiver.url, requestBody: body, responseStatus: 200, responseBody: "thanks" });
    expect(shown).toMatchObject({ succeeded: true, error: null });
    for (const [name, value] of Object.entries(shown.requestHeaders)) expect(headers[name.toLowerCase()]).toBe(value);
  });

  it.each(EVENT_TYPES)("can be an example of %s", async (type) => {
    const { ctx, receiver, endpointId, secret } = await setUp();
    await sendTest(ctx, { endpointId, type });
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    expect(headers["x-svc-event"]).toBe(type);
    expect(Stripe.webhooks.constructEvent(body, String(headers["x-svc-signature"]), secret).type).toBe(type);
    expect(() => events[type].data.parse(JSON.parse(body).data)).not.toThrow();
  });

  it("goes to a paused endpoint too, and shows a broken one's response", async () => {
    const { ctx, receiver, endpointId } = await setUp((response) => response.writeHead(500).end("broken"));
    await setEndpointStatus(ctx, { endpointId, status: "paused" });
    const refused = await sendTest(ctx, { endpointId });
    expect(refused).toMatchObject({ responseStatus: 500, responseBody: "broken", succeeded: false, error: null });
    await receiver.close();
    const unreachable = await sendTest(ctx, { endpointId });
    expect(unreachable).toMatchObject({ responseStatus: null, succeeded: false, error: "The connection was refused." });
    closing.pop();
  });

  it("writes a ledger entry, but no event, delivery or failure", async () => {
    const { ctx, partner, endpointId, endpoint } = await setUp((response) => response.writeHead(500).end());
    await sendTest(ctx, { endpointId, type: "solo_account.suspended" });
    const where = { partnerId: partner.id };
    expect(await db.webhookEvent.count({ where })).toBe(0);
    expect(await db.webhookDelivery.count({ where })).toBe(0);
    expect(await endpoint()).toMatchObject({ failingSince: null });
    const lines = await db.ledgerEntry.findMany({
      where: { subjectId: endpointId, action: "webhook_endpoint.tested" },
    });
    expect(lines).toMatchObject([
      { detail: JSON.stringify({ ...FROM, type: "solo_account.suspended" }), actorId: partner.users.developer.id },
    ]);
  });

  it("isn't sent for another partner, a viewer or a deleted endpoint", async () => {
    const { ctx, partner, receiver, endpointId } = await setUp();
    const stranger = portalCtx(await makePartner(), "owner");
    await expect(sendTest(stranger, { endpointId })).rejects.toMatchObject({ status: 404 });
    await expect(sendTest(portalCtx(partner, "viewer"), { endpointId })).rejects.toMatchObject({ status: 403 });
    await deleteEndpoint(ctx, { endpointId });
    await expect(sendTest(ctx, { endpointId })).rejects.toMatchObject({ status: 404 });
    expect(receiver.received).toEqual([]);
  });

  it("says what to do if the secret doesn't decrypt", async () => {
    const { ctx, receiver, endpointId } = await setUp();
    await db.webhookSecret.updateMany({ where: { endpointId }, data: { sealed: new Uint8Array(60) } });
    await expect(sendTest(ctx, { endpointId })).rejects.toMatchObject({ code: "endpoint_without_secret" });
    expect(receiver.received).toEqual([]);
  });
});

it("sends nothing into its own network unless allowed", async () => {
  const { ctx, receiver, endpointId } = await setUp();
  setVariables({ ALLOW_PRIVATE_WEBHOOKS: undefined });
  const errors = [];
  for (const url of [receiver.url, receiver.url.replace("http:", "https:"), "https://169.254.169.254/latest"]) {
    // As if registered while it was allowed.
    await db.webhookEndpoint.update({ where: { id: endpointId }, data: { url } });
    const { responseStatus, succeeded, error } = await sendTest(ctx, { endpointId });
    expect({ responseStatus, succeeded }).toEqual({ responseStatus: null, succeeded: false });
    errors.push(error);
  }
  expect(errors).toEqual([
    "The URL must begin with https://.",
    expect.stringContaining("public internet"),
    expect.stringContaining("public internet"),
  ]);
  expect(receiver.received).toEqual([]);
});

describe("the rate limit", () => {
  it("allows a team thirty tests per minute, whatever others do", async () => {
    const { ctx, partner, receiver, endpointId } = await setUp();
    const other = await setUp();
    clock.freeze(new Date());
    const tries = Array.from({ length: 32 }, (_, n) =>
      sendTest(n % 2 ? ctx : portalCtx(partner, "owner"), { endpointId }),
    );
    const refused = (await Promise.allSettled(tries)).filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject([{ reason: { code: "too_often" } }, { reason: { code: "too_often" } }]);
    expect(receiver.received).toHaveLength(30);
    await sendTest(other.ctx, other);
    clock.advance(60_000);
    await sendTest(ctx, { endpointId });
    expect(receiver.received).toHaveLength(31);
  });
});

describe("a double click", () => {
  it("sends once, even if the clicks reach two nodes, of which one has the response", async () => {
    const { ctx, receiver, endpointId } = await setUp();
    const another = await anotherCopy<typeof tests>("lib/domain/events/send-test");
    expect(another.sendTestOnce).not.toBe(sendTestOnce);
    const once = { endpointId, press: "p1" };
    const answers = await Promise.all([sendTestOnce(ctx, once), another.sendTestOnce(ctx, once)]);
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
    expect(await another.sendTestOnce(ctx, once)).toEqual(answers[1]);
    expect(receiver.received).toHaveLength(1);
    await another.sendTestOnce(ctx, { ...once, press: "p2" });
    expect(receiver.received).toHaveLength(2);
  });

  it("sends once, and both get the response, while another press, person or type sends again", async () => {
    const { ctx, partner, receiver, endpointId } = await setUp();
    const once = { endpointId, type: "test.ping" as const, press: "p1" };
    const [first, second] = await Promise.all([sendTestOnce(ctx, once), sendTestOnce(ctx, once)]);
    expect(second).toEqual(first);
    expect(receiver.received).toHaveLength(1);
    await sendTestOnce(ctx, { ...once, press: "p2" });
    await sendTestOnce(ctx, { ...once, type: "solo_account.verified" });
    await sendTestOnce(portalCtx(partner, "owner"), once);
    expect(receiver.received).toHaveLength(4);
  });

  it("can be retried after a refusal", async () => {
    const { partner, receiver, endpointId } = await setUp();
    const once = { endpointId, press: "p1" };
    const ctx = portalCtx(partner, "viewer");
    await expect(sendTestOnce(ctx, once)).rejects.toMatchObject({ status: 403 });
    await db.partnerMember.updateMany({
      where: { partnerId: partner.id, userId: ctx.actor.userId },
      data: { role: "developer" },
    });
    await sendTestOnce(ctx, once);
    expect(receiver.received).toHaveLength(1);
  });
});
