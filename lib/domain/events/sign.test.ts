import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { newSecret, signatureHeaders } from "./sign";

const body = Buffer.from('{"id":"evt_1","type":"test.ping","created":1,"data":{"message":"Zoë ✓"}}');
const now = () => Math.floor(Date.now() / 1000);

describe("a signature", () => {
  it("is accepted by independent verifiers of both formats", () => {
    const secret = newSecret();
    const headers = signatureHeaders({ eventId: "evt_1", body, timestamp: now(), secrets: [secret] });
    const event = Stripe.webhooks.constructEvent(body, headers["X-SVC-Signature"] ?? "", secret);
    expect(event.id).toBe("evt_1");
    expect(new Webhook(secret).verify(body.toString(), headers)).toMatchObject({ id: "evt_1" });
  });

  it("is accepted by receivers that know either secret during a rotation, the new one first", () => {
    const [fresh, old] = [newSecret(), newSecret()];
    const headers = signatureHeaders({ eventId: "evt_1", body, timestamp: now(), secrets: [fresh, old] });
    for (const secret of [fresh, old]) {
      expect(Stripe.webhooks.constructEvent(body, headers["X-SVC-Signature"] ?? "", secret).id).toBe("evt_1");
      expect(new Webhook(secret).verify(body.toString(), headers)).toMatchObject({ id: "evt_1" });
    }
    const single = signatureHeaders({ eventId: "evt_1", body, timestamp: now(), secrets: [fresh] });
    expect(headers["X-SVC-Signature"]?.startsWith(single["X-SVC-Signature"] ?? "?")).toBe(true);
  });

  it("is valid for no other body, time or secret", () => {
    const secret = newSecret();
    const headers = signatureHeaders({ eventId: "evt_1", body, timestamp: now(), secrets: [secret] });
    const other = Buffer.from(body.toString().replace("test", "best"));
    const signed = headers["X-SVC-Signature"] ?? "";
    expect(() => Stripe.webhooks.constructEvent(other, signed, secret)).toThrow();
    expect(() => Stripe.webhooks.constructEvent(body, signed, newSecret())).toThrow();
    expect(() => Stripe.webhooks.constructEvent(body, signed.replace(/t=\d+/, `t=${now() + 1}`), secret)).toThrow();
    expect(() => new Webhook(secret).verify(other.toString(), headers)).toThrow();
  });
});
