import { afterEach, describe, expect, it } from "vitest";
import { sendTest } from "@/lib/domain/events/send-test";
import { signatureHeaders } from "@/lib/domain/events/sign";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makePartner, portalCtx } from "@/lib/testing/factories";
import { startReceiver } from "@/lib/testing/receiver";
import { makeEndpoint, makeSubscriber } from "@/lib/testing/webhooks";
import { rotateSecret } from "../secrets";
import { debugSignature } from "./debug-signature";

const closing: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
});

const BODY = '{"id":"evt_1","type":"test.ping","created":1,"data":{}}';

function signedBy(secret: string, body: string | Uint8Array = BODY, eventId = "evt_1"): string {
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  return JSON.stringify(signatureHeaders({ eventId, body: Buffer.from(body), timestamp, secrets: [secret] }));
}

describe("debugging a signature", () => {
  it("confirms a received message, and detects a changed body", async () => {
    const receiver = await startReceiver();
    closing.push(receiver);
    const { ctx, endpointId } = await makeSubscriber({ url: receiver.url });
    await sendTest(ctx, { endpointId, type: "content_log.created" });
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    const pasted = { endpointId, headers: JSON.stringify(headers) };
    expect(await debugSignature(ctx, { ...pasted, body })).toMatchObject({ verdict: "verified" });
    const printed = JSON.stringify(JSON.parse(body), null, 2);
    const { verdict, families } = await debugSignature(ctx, { ...pasted, body: printed });
    expect(verdict).toBe("wrong");
    for (const { cause } of families) expect(cause).toContain("parsed and serialized again");
  });

  it("tries the secrets of all of the partner's endpoints, including former ones, and no other partner's", async () => {
    clock.freeze("2026-11-21T12:00:00Z");
    const { ctx, partner, endpointId, secret } = await makeSubscriber();
    const other = await makeEndpoint(partner, { url: "http://127.0.0.1:9/other" });
    const stranger = await makeSubscriber();
    await rotateSecret(ctx, { endpointId, overlapHours: 1 });
    const causeOf = async (by: string) => {
      const { families } = await debugSignature(ctx, { endpointId, body: BODY, headers: signedBy(by) });
      return families[0]?.cause;
    };
    expect(await causeOf(secret)).toContain("It matches. The secret is the previous one");
    expect(await causeOf(other.secret)).toContain("/other");
    expect(await causeOf(stranger.secret)).toContain("None of your secrets");
    clock.advance(3_600_000);
    expect(await causeOf(secret)).toContain("overlap has ended");
  });

  it("compares with the event that was sent, if it is the partner's", async () => {
    const { ctx, partner, endpointId, secret, ping } = await makeSubscriber();
    await ping("as it was");
    const event = await db.webhookEvent.findFirstOrThrow({ where: { partnerId: partner.id } });
    const body = Buffer.from(event.body).toString().replace("as it was", "as it is");
    const causeOf = async (of: typeof ctx, id: string, by: string) => {
      const headers = signedBy(by, event.body, event.id);
      return (await debugSignature(of, { endpointId: id, body, headers })).families[0]?.cause;
    };
    expect(await causeOf(ctx, endpointId, secret)).toContain("as it was");
    const stranger = await makeSubscriber();
    const blind = await causeOf(stranger.ctx, stranger.endpointId, stranger.secret);
    expect(blind).toContain("None of your secrets");
    expect(blind).not.toContain("as it was");
  });

  it("requires permission to manage the endpoint, and stores nothing", async () => {
    const { partner, endpointId, secret } = await makeSubscriber();
    const pasted = { endpointId, body: BODY, headers: signedBy(secret) };
    const lines = () => db.ledgerEntry.count({ where: { partnerId: partner.id } });
    const before = await lines();
    await expect(debugSignature(portalCtx(await makePartner()), pasted)).rejects.toMatchObject({ status: 404 });
    await expect(debugSignature(portalCtx(partner, "viewer"), pasted)).rejects.toMatchObject({ status: 403 });
    await debugSignature(portalCtx(partner, "admin"), pasted);
    expect(await lines()).toBe(before);
  });

  it("limits the length of input, and requires some", async () => {
    const { ctx, endpointId } = await makeSubscriber();
    const pasted = { endpointId, body: BODY, headers: "X-SVC-Signature: t=1,v1=0" };
    const wrongs = [
      ["body", " \n"],
      ["body", "ë".repeat(128 * 1024 + 1)],
      ["headers", ""],
      ["headers", "x".repeat(16 * 1024 + 1)],
    ] as const;
    for (const [field, value] of wrongs) {
      await expect(debugSignature(ctx, { ...pasted, [field]: value })).rejects.toMatchObject({ field, status: 400 });
    }
    const most = { ...pasted, body: "x".repeat(256 * 1024), headers: `${pasted.headers}\n`.padEnd(16 * 1024) };
    expect(await debugSignature(ctx, most)).toMatchObject({ verdict: "wrong" });
  });

  it("skips a secret that doesn't decrypt", async () => {
    const { ctx, endpointId, secret } = await makeSubscriber();
    await db.webhookSecret.updateMany({ where: { endpointId }, data: { sealed: new Uint8Array(60) } });
    const explained = await debugSignature(ctx, { endpointId, body: BODY, headers: signedBy(secret) });
    expect(explained.verdict).toBe("wrong");
  });

  it("limits a team to sixty explanations per minute", async () => {
    const { ctx, endpointId } = await makeSubscriber();
    clock.freeze(new Date());
    const pasted = { endpointId, body: BODY, headers: "webhook-id: evt_1" };
    for (let asked = 0; asked < 60; asked++) await debugSignature(ctx, pasted);
    await expect(debugSignature(ctx, pasted)).rejects.toMatchObject({ status: 429, code: "too_often" });
    clock.advance(60_000);
    await debugSignature(ctx, pasted);
  });
});
