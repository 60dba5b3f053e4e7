import pg from "pg";
import { afterEach, describe, expect, it, vi } from "vitest";
import { declineLink } from "@/lib/domain/accounts";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { type Answer, call } from "@/lib/testing/api";
import { eventsOf } from "@/lib/testing/events";
import { makeIdentity, makeKey, makePartner, makeUser, personCtx } from "@/lib/testing/factories";
import { POST as checkTalent } from "../talent/check/route";
import { POST as deactivate } from "./[accountId]/deactivate/route";
import { POST as reactivate } from "./[accountId]/reactivate/route";
import { GET as read } from "./[accountId]/route";
import { POST as provision } from "./route";

// One address that nobody has, one of a person who is verified through another platform, one of a person who is not, one of
// a person who is and pays on their own, one of a person who declines. Whatever a platform does, it must see the same of each.
const KINDS = ["unknown", "verified elsewhere", "known", "paying", "declined"] as const;
type Kind = (typeof KINDS)[number];
type Plan = "platform_pays" | "creator_pays";

// What the transport writes later, for many calls at once.
const WRITTEN_IN_BATCHES = /request_log|api_keys/;
const VOLATILE = new Set(["date", "x-request-id", "x-ratelimit-reset"]);

afterEach(() => vi.restoreAllMocks());

/** An answer with what differs from account to account replaced, byte for byte otherwise. */
function seen({ status, headers, body }: Answer) {
  const text = JSON.stringify(body)
    .replace(/[0-9a-z]{25}/g, "<id of 25>")
    .replace(/onboard\/[\w-]{43}"/g, 'onboard/<token of 43>"')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "<date of 24>");
  const named = [...headers].map(([name, value]) => [name, VOLATILE.has(name) ? "<any>" : value]);
  return { status, headers: named.toSorted(), length: JSON.stringify(body).length, text };
}

async function addressOf(kind: Kind): Promise<string> {
  // The same length for all.
  const email = `${newId()}@example.com`;
  if (kind === "unknown") return email;
  const user = await makeUser({ email });
  if (kind === "verified elsewhere" || kind === "paying") await makeIdentity(user);
  if (kind === "paying") await db.subscription.create({ data: { userId: user.id, active: true } });
  return email;
}

/** Everything a platform can do with an account, in an order that reaches every status open to it. */
async function story(kind: Kind, plan: Plan) {
  const partner = await makePartner({ plan });
  const { key } = await makeKey(partner);
  const email = await addressOf(kind);
  const body = {
    externalUserId: newId(),
    email,
    callbackUrl: "https://platform.example.com/callback",
    firstName: "Ada",
  };
  const first = await call(provision, { key, body });
  const params = { accountId: String(first.body.accountId) };
  if (kind === "declined") {
    const user = await db.user.findUniqueOrThrow({ where: { email } });
    expect(await declineLink(personCtx(user), params.accountId)).toMatchObject({ changed: true });
  }
  const look = async () => [
    await call(read, { key, params }),
    await call(provision, { key, body }),
    await call(provision, { key, body: { ...body, externalUserId: newId() } }),
    await call(checkTalent, { key, body: { email } }),
  ];
  const answers = [first, ...(await look())];
  for (const move of [reactivate, deactivate, deactivate, reactivate, reactivate, deactivate]) {
    answers.push(await call(move, { key, params, method: "POST" }), ...(await look()));
  }
  const events = (await eventsOf(partner)).map(({ type, data }) => ({
    type,
    fields: Object.keys(data),
    reason: data.reason,
  }));
  return { answers: answers.map(seen), events };
}

describe.each(["platform_pays", "creator_pays"] as const)("on a %s partner", (plan) => {
  it("nothing a platform sees tells whether the service knows an address, or what its person answered", async () => {
    const [unknown, ...others] = await Promise.all(KINDS.map((kind) => story(kind, plan)));
    for (const other of others) expect(other).toEqual(unknown);
    const statuses = unknown?.answers.map(({ status }) => status) ?? [];
    expect(new Set(statuses)).toEqual(new Set(plan === "platform_pays" ? [200, 201, 422] : [200, 201, 409]));
  });
});

describe("the work of a provision call", () => {
  it("is the same, statement for statement", async () => {
    const partner = await makePartner();
    const { key } = await makeKey(partner);
    const emails = await Promise.all(KINDS.slice(0, 3).map(addressOf));
    const provisionOne = (email: string) =>
      call(provision, {
        key,
        body: { externalUserId: newId(), email, callbackUrl: "https://platform.example.com/callback" },
      });
    await provisionOne(await addressOf("unknown"));
    const query = vi.spyOn(pg.Client.prototype, "query");
    const statements: string[][] = [];
    for (const email of emails) {
      query.mockClear();
      expect((await provisionOne(email)).status).toBe(201);
      statements.push(query.mock.calls.map(([sql]) => textOf(sql)).filter((text) => !WRITTEN_IN_BATCHES.test(text)));
    }
    expect(statements[0]?.filter((text) => text.includes("link_requests"))).toHaveLength(1);
    expect(statements[1]).toEqual(statements[0]);
    expect(statements[2]).toEqual(statements[0]);
  });
});

function textOf(sql: unknown): string {
  return typeof sql === "string" ? sql : String(Object(sql).text);
}
