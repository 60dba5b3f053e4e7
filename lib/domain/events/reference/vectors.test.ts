import { describe, expect, it } from "vitest";
import { EVENT_TYPES, events } from "@/lib/domain/events/events";
import { deliveryFacts } from "./delivery-facts";
import { exampleBody, vectors } from "./vectors";

describe("the test vectors", () => {
  it("never change, because receivers were tested with them", () => {
    expect(vectors().map(({ body, headers }) => ({ body, headers }))).toMatchInlineSnapshot(`
      [
        {
          "body": "{"id":"evt_03f9c2k7v1m4x8q0z5t6b3n1a","type":"solo_account.verified","created":1788609600,"data":{"accountId":"03f9c2k7v1m4x8q0z5t6b3n1a","externalUserId":"creator-42","status":"verified","verifiedAt":"2026-09-05T12:00:00.000Z"}}",
          "headers": {
            "Content-Type": "application/json",
            "X-SVC-Delivery": "del_03f9c2k7v1m4x8q0z5t6b3n1z",
            "X-SVC-Event": "solo_account.verified",
            "X-SVC-Signature": "t=1788609600,v1=7646f481cb599bfc1c0f78a91dbc616102d4397766aa58c66a6ac89c3981b5f4",
            "webhook-id": "evt_03f9c2k7v1m4x8q0z5t6b3n1a",
            "webhook-signature": "v1,tXfuS6aLjtfSNTVrn12AMbjbXWmf6fRo967sJDxBuv0=",
            "webhook-timestamp": "1788609600",
          },
        },
        {
          "body": "{"id":"evt_03f9c2k7v1m4x8q0z5t6b3n1a","type":"solo_account.verified","created":1788609600,"data":{"accountId":"03f9c2k7v1m4x8q0z5t6b3n1a","externalUserId":"creator-42","status":"verified","verifiedAt":"2026-09-05T12:00:00.000Z"}}",
          "headers": {
            "Content-Type": "application/json",
            "X-SVC-Delivery": "del_03f9c2k7v1m4x8q0z5t6b3n1z",
            "X-SVC-Event": "solo_account.verified",
            "X-SVC-Signature": "t=1788609900,v1=c315b784f79398b1444b029375a40cbf3fea3bf7a24b8c7d4efd3bde9b09cc31,v1=d94e68078572001e5cdd06ddd0c02780654b7f641f62bd292e907edb00a0594d",
            "webhook-id": "evt_03f9c2k7v1m4x8q0z5t6b3n1a",
            "webhook-signature": "v1,lMF7AiFqfF5BdLsEmPcKXdErh+SmcehghtcmSkE1kxM= v1,4iE4KIn2MKrOSNYloDrPqsinVMMYLdl363LLvZa6OZ8=",
            "webhook-timestamp": "1788609900",
          },
        },
        {
          "body": "{"id":"evt_test_1788609600000","type":"test.ping","created":1788609600,"data":{"message":"Zoë & Ελένη – 5 € 🎬"}}",
          "headers": {
            "Content-Type": "application/json",
            "X-SVC-Delivery": "del_test",
            "X-SVC-Event": "test.ping",
            "X-SVC-Signature": "t=1788609600,v1=c21a55e8a79da633cecb8406b8266d1b54cfd91c53805082e74a007bb530f114",
            "webhook-id": "evt_test_1788609600000",
            "webhook-signature": "v1,YLajdfUP3AahtSxMpdqs8OPUpbPNMJ2KDPL5KOk2eIE=",
            "webhook-timestamp": "1788609600",
          },
        },
      ]
    `);
  });

  it("match their descriptions", () => {
    const [plain, rotated, beyondAscii] = vectors();
    expect(rotated?.secrets).toHaveLength(2);
    expect(rotated?.headers["X-SVC-Signature"]?.match(/v1=/g)).toHaveLength(2);
    expect(rotated?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    expect(rotated?.body).toBe(plain?.body);
    expect(Buffer.byteLength(beyondAscii?.body ?? "")).toBeGreaterThan(beyondAscii?.body.length ?? 0);
  });
});

describe("the example of each event", () => {
  it.each(EVENT_TYPES)("%s matches its schema exactly", (type) => {
    const body: unknown = JSON.parse(exampleBody(type));
    expect(body).toEqual({
      id: expect.stringMatching(type === "test.ping" ? /^evt_test_\d+$/ : /^evt_[0-9a-z]{25}$/),
      type,
      created: expect.any(Number),
      data: events[type].data.parse(events[type].example),
    });
  });
});

it("the delivery rules are those of the contract", () => {
  expect(deliveryFacts()).toMatchObject({ waitMinutes: [1, 5, 30, 120], attemptSeconds: 30 });
});
