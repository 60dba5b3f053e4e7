import { describe, expect, it } from "vitest";
import { emit } from "@/lib/domain/events";
import { inTransaction } from "@/lib/platform/db";
import { newEventId } from "@/lib/platform/ids";
import { call } from "@/lib/testing/api";
import { eventsOf } from "@/lib/testing/effects";
import { makeCaller } from "@/lib/testing/syndication";
import { GET as readEvents } from "./route";

describe("GET /api/v1/events", () => {
  it("returns the same envelopes as webhooks, and the next cursor", async () => {
    const { partner, key } = await makeCaller();
    const ping = (message: string) =>
      inTransaction((tx) => emit(tx, { type: "test.ping", partnerId: partner.id, data: { message } }));
    for (const message of ["a", "b", "c"]) await ping(message);
    const first = await call(readEvents, { key, query: { limit: "2" } });
    expect(first).toMatchObject({ status: 200, body: { events: (await eventsOf(partner)).slice(0, 2) } });
    const after = String(first.body.nextCursor);
    const second = await call(readEvents, { key, query: { after, types: "test.ping,solo_account.verified" } });
    expect(second.body.events).toEqual((await eventsOf(partner)).slice(2));
    const end = String(second.body.nextCursor);
    expect((await call(readEvents, { key, query: { after: end } })).body).toEqual({ events: [], nextCursor: end });
  });

  it.each([
    ["after", ""],
    ["after", "-1"],
    ["after", "+1"],
    ["after", "1.0"],
    ["after", "1e3"],
    ["after", newEventId()],
    ["after", "9223372036854775808"],
    ["after", "9".repeat(400)],
    ["limit", ""],
    ["limit", "0"],
    ["limit", "-1"],
    ["limit", "1.5"],
    ["limit", "201"],
    ["limit", "9".repeat(400)],
    ["limit", "all"],
    ["types", ""],
    ["types", "solo_account"],
    ["types", "solo_account.verified,"],
  ])("400 for %s=%s, in the contract's format", async (field, value) => {
    const { key } = await makeCaller();
    const { status, body } = await call(readEvents, { key, query: { [field]: value } });
    expect({ status, code: body.code, field: body.field }).toEqual({ status: 400, code: "invalid_field", field });
    expect(body.error).toContain(field);
  });

  it.each([
    ['"bogus"', "solo_account.verified,bogus, test.ping"],
    ['""', "solo_account.verified,"],
    [`"${"x".repeat(60)}"`, "x".repeat(5_000)],
  ])("names the unknown type: %s", async (named, types) => {
    const { key } = await makeCaller();
    const { body } = await call(readEvents, { key, query: { types } });
    expect(body.error).toBe(`types must be event types, separated by commas; ${named} is none`);
  });
});
