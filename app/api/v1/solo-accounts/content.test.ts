import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { call } from "@/lib/testing/api";
import { eventsOf } from "@/lib/testing/effects";
import { makeAccount, makeDepiction, makeKey, makePartner } from "@/lib/testing/factories";
import { POST as confirm } from "./[accountId]/content/[externalContentId]/compliance-copy/route";
import { DELETE as takeDown } from "./[accountId]/content/[externalContentId]/route";
import { POST as log } from "./[accountId]/content/route";

async function setUp() {
  const partner = await makePartner({ plan: "creator_pays" });
  const account = await makeAccount(partner, { status: "active" });
  const { key } = await makeKey(partner);
  const params = { accountId: account.id };
  const body = { contentUrl: "https://platform.example.com/posts/1", title: "One", externalContentId: "post-1" };
  return { partner, account, key, params, body };
}

describe("an id that no record can have", () => {
  const impossible = ["x".repeat(513), "x".repeat(8_000), "a\0b", "\0"];

  it.each(impossible)("is unknown to a takedown: %#", async (externalContentId) => {
    const { key, params } = await setUp();
    const answer = await call(takeDown, { key, method: "DELETE", params: { ...params, externalContentId } });
    expect(answer).toMatchObject({ status: 200, body: { deleted: false } });
    expect(Object.keys(answer.body)).toEqual(["deleted"]);
  });

  it.each(impossible)("is not found by a confirmation: %#", async (externalContentId) => {
    const { key, params } = await setUp();
    const answer = await call(confirm, { key, method: "POST", params: { ...params, externalContentId } });
    expect(answer.status).toBe(404);
    expect(Object.keys(answer.body)).toEqual(["error"]);
  });

  it("finds neither records without an id nor anything of another partner's account", async () => {
    const { partner, account, key, params } = await setUp();
    const { id } = await makeDepiction(partner, { accountId: account.id, externalContentId: null });
    const ask = (path: Record<string, string>) => call(takeDown, { key, method: "DELETE", params: path });
    expect((await ask({ ...params, externalContentId: "\0" })).body).toEqual({ deleted: false });
    expect(await db.depiction.findUnique({ where: { id } })).toMatchObject({ removedAt: null });
    const foreign = await makeAccount(await makePartner(), { status: "active" });
    expect((await ask({ accountId: foreign.id, externalContentId: "x".repeat(513) })).status).toBe(404);
  });
});

describe("contentType", () => {
  it.each(["", "hologram", "Ünïcode ".repeat(40_000)])("is stored and returned as sent: %#", async (contentType) => {
    const { partner, account, key, params, body } = await setUp();
    const answer = await call(log, { key, params, body: { ...body, contentType } });
    expect(answer.status).toBe(201);
    const row = await db.depiction.findFirst({ where: { accountId: account.id } });
    expect(row?.contentType).toBe(contentType);
    expect(await eventsOf(partner)).toMatchObject([{ type: "content_log.created", data: { contentType } }]);
    const again = await call(log, { key, params, body: { ...body, contentType } });
    expect(again).toMatchObject({ status: 200, body: { duplicate: true } });
    const gone = await call(takeDown, { key, method: "DELETE", params: { ...params, externalContentId: "post-1" } });
    expect(gone).toMatchObject({ status: 200, body: { deleted: true } });
    expect((await eventsOf(partner)).at(-1)).toMatchObject({ type: "content_log.deleted", data: { contentType } });
  });
});
