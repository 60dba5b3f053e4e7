import { describe, expect, it } from "vitest";
import { getRequest, requestList } from "@/lib/api/request-log/list-requests";
import { requestLog } from "@/lib/api/request-log/queue";
import { declineLink, greetCreator } from "@/lib/domain/accounts";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { type Answer, call } from "@/lib/testing/api";
import { eventsOf } from "@/lib/testing/effects";
import { makeIdentity, makeKey, makePartner, makeUser, personCtx, portalCtx } from "@/lib/testing/factories";
import { runJobs } from "@/lib/testing/run-jobs";
import { statementsOf } from "@/lib/testing/sql";
import { POST as checkTalent } from "../talent/check/route";
import { POST as logContent } from "./[accountId]/content/route";
import { POST as deactivate } from "./[accountId]/deactivate/route";
import { POST as reactivate } from "./[accountId]/reactivate/route";
import { GET as read } from "./[accountId]/route";
import { POST as provision } from "./route";

// Unknown addresses, those of a person verified through another platform, an unverified person, an unverified person
// who pays, a verified person who pays, a person who hasn't answered, and one who declines. A platform must always see
// the same for each.
const KINDS = ["unknown", "verified elsewhere", "known", "paying unverified", "paying", "asked", "declined"] as const;
type Kind = (typeof KINDS)[number];
type Plan = "platform_pays" | "creator_pays";

// Hundreds of sequential calls.
const SLOW = { timeout: 120_000 };
const VOLATILE = new Set(["date", "x-request-id", "x-ratelimit-reset"]);

/** A text with account-specific values replaced, otherwise byte for byte. */
const alike = (text: string): string =>
  text
    .replace(/\b[0-9a-z]{25}\b/g, "<id of 25>")
    .replace(/onboard\/[\w-]{43}/g, "onboard/<token of 43>")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "<date of 24>")
    .replace(/("prefix":|"x-forwarded-for":|"X-RateLimit-Reset":)"[^"]+"/g, '$1"<any>"');

function seen({ status, headers, body }: Answer) {
  const text = alike(JSON.stringify(body));
  const named = [...headers].map(([name, value]) => [name, VOLATILE.has(name) ? "<any>" : value]);
  return { status, headers: named.toSorted(), length: JSON.stringify(body).length, text };
}

async function addressOf(kind: Kind): Promise<string> {
  // The same length for all.
  const email = `${newId()}@example.com`;
  if (kind === "unknown") return email;
  const user = await makeUser({ email });
  if (kind !== "known" && kind !== "paying unverified") await makeIdentity(user);
  if (kind.startsWith("paying")) await db.subscription.create({ data: { userId: user.id, active: true } });
  return email;
}

/** Everything a platform can do with an account, in an order that reaches every possible status. */
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
  if (kind === "asked" || kind === "declined") await runJobs(greetCreator, params);
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
  return { answers: answers.map(seen), events, log: await logged(partner) };
}

/** The portal's request log of the calls: as a list, as an export, and one by one. */
async function logged(partner: Awaited<ReturnType<typeof makePartner>>) {
  await requestLog().flush();
  const ctx = portalCtx(partner);
  const { rows: requests } = await requestList.read(ctx, { limit: 100 });
  const whole = await Promise.all(requests.map(({ id }) => getRequest(ctx, id)));
  const rows = whole.map(({ durationMs: _, ip: __, ...row }) => alike(JSON.stringify(row)));
  const text = alike(await new Response(await requestList.export(ctx, {})).text());
  return { rows: rows.toSorted(), columns: text.split("\n")[0], lines: text.split("\n").length };
}

describe.each(["platform_pays", "creator_pays"] as const)("on a %s partner", (plan) => {
  it("a platform can't tell whether the service has an address, or what its person answered", SLOW, async () => {
    const [unknown, ...others] = await Promise.all(KINDS.map((kind) => story(kind, plan)));
    for (const other of others) expect(other).toEqual(unknown);
    const statuses = unknown?.answers.map(({ status }) => status) ?? [];
    expect(new Set(statuses)).toEqual(new Set(plan === "platform_pays" ? [200, 201, 422] : [200, 201, 409]));
  });
});

describe("the content routes", () => {
  it("reveal only that a person was asked or declined, as the contract says", async () => {
    const answers = await Promise.all(
      KINDS.map(async (kind) => {
        const partner = await makePartner();
        const { key } = await makeKey(partner);
        const email = await addressOf(kind);
        const body = { externalUserId: newId(), email, callbackUrl: "https://platform.example.com/callback" };
        const params = { accountId: String((await call(provision, { key, body })).body.accountId) };
        if (kind === "declined") {
          await declineLink(personCtx(await db.user.findUniqueOrThrow({ where: { email } })), params.accountId);
        }
        const content = { contentUrl: "https://platform.example.com/1", title: "One", externalContentId: "1" };
        const { status, body: answer } = await call(logContent, { key, params, body: content });
        return `${status} ${answer.code}`;
      }),
    );
    const pending = "409 CONSENT_PENDING";
    expect(Object.fromEntries(KINDS.map((kind, n) => [kind, answers[n]]))).toEqual({
      unknown: "409 uploader_not_solo_active",
      "verified elsewhere": pending,
      known: pending,
      "paying unverified": pending,
      paying: pending,
      asked: pending,
      declined: "409 CONSENT_DECLINED",
    });
  });
});

describe("the statements of a call", () => {
  it.each(["platform_pays", "creator_pays"] as const)("are the same: %s", SLOW, async (plan) => {
    const partner = await makePartner({ plan });
    const { key } = await makeKey(partner);
    // The first call of each kind may also read what is then cached.
    await calls("unknown", key);
    const done: string[][] = [];
    for (const kind of KINDS) done.push(await calls(kind, key));
    for (const [n, kind] of KINDS.entries()) expect(done[n], kind).toEqual(done[0]);
    const text = done[0]?.join("\n") ?? "";
    expect(text).toContain("link_requests");
    expect(text).toContain("queued: greet_creator");
  });
});

/** The statements of everything a platform can ask about an account, one call after another. */
async function calls(kind: Kind, key: string): Promise<string[]> {
  const email = await addressOf(kind);
  const body = { externalUserId: newId(), email, callbackUrl: "https://platform.example.com/callback" };
  let params = { accountId: "" };
  const first = await statementsOf(async () => {
    params = { accountId: String((await call(provision, { key, body })).body.accountId) };
  });
  if (kind === "asked" || kind === "declined") await runJobs(greetCreator, params);
  if (kind === "declined") {
    await declineLink(personCtx(await db.user.findUniqueOrThrow({ where: { email } })), params.accountId);
  }
  const later = await statementsOf(async () => {
    await call(provision, { key, body });
    await call(read, { key, params });
    await call(checkTalent, { key, body: { email } });
    for (const move of [deactivate, reactivate]) await call(move, { key, params, method: "POST" });
  });
  return [...first, ...later];
}
