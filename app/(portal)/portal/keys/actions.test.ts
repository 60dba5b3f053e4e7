import { beforeEach, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { formOf } from "@/lib/testing/attesting";
import { draw } from "@/lib/testing/draw";
import { type MadePartner, makeKey, makePartner } from "@/lib/testing/factories";
import { signIn } from "@/lib/testing/signed-in";
import KeyPage from "./[keyId]/page";
import { changeAccessAction, createKeyAction } from "./actions";

const ALL = {
  creators: "write",
  content: "write",
  scenes: "write",
  sessions: "write",
  productions: "write",
  events: "write",
  webhooks: "write",
};
const NEW = { name: "Backend", expiry: "never", expiresOn: "" };
const full = JSON.stringify({ scopes: null, networks: null });

let partner: MadePartner;

beforeEach(async () => {
  partner = await makePartner();
  await signIn(partner.users.developer);
});

const create = (fields: Record<string, string>) => createKeyAction(null, {}, formOf({ ...NEW, ...fields }));
const restrictionsOf = async (id: string) => (await db.apiKey.findUniqueOrThrow({ where: { id } })).restrictions;
const createdBy = async (fields: Record<string, string>) => {
  const answer = await create(fields);
  return restrictionsOf("created" in answer ? (answer.created?.keyId ?? "") : "");
};

it("creates a key with full access, or with the access that the form restricts it to", async () => {
  expect(await createdBy({})).toBeNull();
  // What the hidden fields have counts only with the choice to restrict.
  expect(await createdBy({ access: "full", ...ALL, events: "none", networks: "10.0.0.0/8" })).toBeNull();
  expect(await createdBy({ access: "restricted", ...ALL, networks: "203.0.113.7/24,\n 2001:db8::1" })).toEqual({
    scopes: null,
    networks: ["2001:db8::1/128", "203.0.113.0/24"],
  });
  expect(await createdBy({ access: "restricted", events: "read", content: "write", networks: "" })).toEqual({
    scopes: ["content:write", "events:read"],
    networks: null,
  });
});

it("says at its field what is wrong, and keeps what was entered", async () => {
  const nothing = { access: "restricted", ...ALL, networks: " " };
  expect(await create(nothing)).toMatchObject({ errors: { access: expect.stringContaining("list networks") } });
  const wrong = { access: "restricted", ...ALL, networks: "localhost" };
  expect(await create(wrong)).toMatchObject({
    errors: { networks: expect.stringContaining("localhost") },
    values: wrong,
  });
  expect(await create({ access: "restricted" })).toMatchObject({ errors: { scopes: expect.any(String) } });
  expect(await db.apiKey.count({ where: { partnerId: partner.id } })).toBe(0);
});

it("changes a key's access, unless a colleague changed it since the form was shown", async () => {
  const { id } = await makeKey(partner);
  const change = (fields: Record<string, string>) => changeAccessAction(id, {}, formOf(fields));
  const reads = { access: "restricted", events: "read", networks: "" };
  expect(await change({ ...reads, was: full })).toMatchObject({ ok: true });
  for (const was of [full, "{bad", '{"scopes":7}', ""]) {
    expect(await change({ access: "restricted", content: "read", was })).toMatchObject({
      message: expect.stringContaining("meanwhile"),
    });
  }
  expect(await restrictionsOf(id)).toEqual({ scopes: ["events:read"], networks: null });
  await signIn((await makePartner()).users.owner);
  expect((await change({ ...reads, was: full })).ok).toBeUndefined();
});

it("shows a key's access, with a form for those who may change it", async () => {
  const { id } = await makeKey(partner, { restrictions: { scopes: ["events:read"], networks: ["10.0.0.0/8"] } });
  const page = async () => draw(await KeyPage({ params: Promise.resolve({ keyId: id }) }));
  expect(await page()).toContain("Save access");
  await signIn(partner.users.viewer);
  const shown = await page();
  expect(shown).toContain("Reads events.");
  expect(shown).toContain("From 10.0.0.0/8 only.");
  expect(shown).not.toContain("Save access");
});
