import { expect, it } from "vitest";
import { getCreator, rosterList } from "@/lib/domain/accounts/roster";
import { checkTalent } from "@/lib/domain/accounts/talent";
import { deleteContent, getUploader, logDepiction } from "@/lib/domain/records/content";
import { LogContentBody } from "@/lib/domain/records/content/schemas";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { eventsOf, mailsTo } from "@/lib/testing/effects";
import {
  keyCtx,
  makeAccount,
  makeDepiction,
  makePartner,
  makeUser,
  personCtx,
  portalCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { runJobs } from "@/lib/testing/run-jobs";
import { approveLink, declineLink, withdrawLink } from "./link-requests";
import { greetCreator } from "./mail-creator";
import { provisionAccount } from "./provision-account";
import { readAccount } from "./queries";
import { deactivateAccount, liftSuspension, reactivateAccount, suspendAccount } from "./suspend-account";

const PLANS = ["platform_pays", "creator_pays"] as const;
type Plan = (typeof PLANS)[number];

async function given(plan: Plan, made: Parameters<typeof makeAccount>[1] = { status: "active" }) {
  const partner = await makePartner({ plan, name: "Platform" });
  const account = await makeAccount(partner, made);
  const { id: accountId, person } = account;
  return { partner, account, accountId, person, me: personCtx(person) };
}
type Given = Awaited<ReturnType<typeof given>>;

const content = LogContentBody.parse({
  contentUrl: "https://platform.example.com/posts/9",
  title: "Nine",
  externalContentId: "post-9",
  complianceCopy: { mimeType: "image/jpeg", sizeBytes: 1000 },
});
const log = async (partner: { id: string }, accountId: string) =>
  logDepiction(keyCtx(partner), await getUploader(partner.id, accountId), content);
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: { status?: number; code?: string }) => `${error.status} ${error.code}`,
  );

/** All that the partner can look up of the account, and what its own verbs answer, with what must differ taken out. */
async function told({ partner, account, accountId }: Given): Promise<string> {
  const ctx = portalCtx(partner);
  const key = keyCtx(partner);
  const { externalUserId, email, callbackUrl } = account;
  const all = {
    read: await readAccount(key, accountId),
    page: await getCreator(ctx, accountId),
    roster: await rosterList.read(ctx, {}),
    export: await new Response(await rosterList.export(ctx, {})).text(),
    talent: await checkTalent(key, { email }),
    events: await eventsOf(partner),
    again: await provisionAccount(key, { externalUserId, email, callbackUrl }),
    reactivated: await codeOf(reactivateAccount(key, accountId)),
    deactivated: await codeOf(deactivateAccount(key, accountId)),
    afterwards: await readAccount(key, accountId),
  };
  return [accountId, externalUserId, email, partner.users.owner.email]
    .reduce((text, own, n) => text.replaceAll(own, `own-${n}`), JSON.stringify(all, null, 1))
    .replace(/\/onboard\/[\w-]+/g, "/onboard/TOKEN")
    .replace(/"(evt_)?[0-9a-z]{25}"/g, '"ID"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replace(/"created": \d+/g, '"created": 0')
    .replace(/"id": "\d+"/g, '"id": "SEQ"');
}

const STARTS: [string, Plan, Parameters<typeof makeAccount>[1]][] = [
  ["active", "platform_pays", { status: "active" }],
  ["active", "creator_pays", { status: "active" }],
  ["deactivated", "platform_pays", { status: "suspended", suspensions: ["partner"] }],
  ["lapsed", "platform_pays", { status: "suspended", suspensions: ["platform"] }],
  ["lapsed", "creator_pays", { status: "suspended", suspensions: ["subscription"] }],
  ["held", "platform_pays", { status: "suspended", suspensions: ["service"] }],
];

it.each(STARTS)("reads to the partner like an account that the service suspends: %s, %s", async (_, plan, made) => {
  const left = await given(plan, made);
  const held = await given(plan, made);
  for (const { partner } of [left, held]) {
    if (!made?.suspensions?.includes("platform")) continue;
    await db.partner.update({ where: { id: partner.id }, data: { platformFeeLapsedAt: clock.now() } });
  }
  expect(await withdrawLink(left.me, left.accountId)).toMatchObject({ changed: true, status: "suspended" });
  await suspendAccount(systemCtx(), { accountId: held.accountId, reason: "manual_suspension" });
  const read = await told(left);
  expect(read).toContain("manual_suspension");
  expect(read).toBe(await told(held));
});

it.each(PLANS)("sends one event if the person clicks twice or in two windows (%s)", async (plan) => {
  const { partner, accountId, me } = await given(plan);
  const answers = await Promise.all([1, 2, 3, 4].map(() => withdrawLink(me, accountId)));
  expect(answers.filter(({ changed }) => changed)).toHaveLength(1);
  expect(await withdrawLink(me, accountId)).toMatchObject({ changed: false, status: "suspended" });
  expect((await eventsOf(partner)).map(({ type, data }) => [type, (data as { reason?: string }).reason])).toEqual([
    ["solo_account.suspended", "manual_suspension"],
  ]);
  expect(await db.linkRequest.findMany({ where: { accountId }, select: { userId: true, decision: true } })).toEqual([
    { userId: me.actor.userId, decision: "declined" },
  ]);
  const lines = await db.ledgerEntry.findMany({
    where: { action: "link_request.withdrawn", actorId: me.actor.userId },
  });
  expect(lines).toMatchObject([{ partnerId: null }]);
});

it("isn't suspended for an ended subscription on an account they unlinked", async () => {
  const { partner, accountId, me } = await given("creator_pays");
  await withdrawLink(me, accountId);
  await suspendAccount(systemCtx(), { accountId, reason: "platform_deactivated" });
  await liftSuspension(systemCtx(), { accountId });
  expect(await db.accountSuspension.count({ where: { accountId, kind: "subscription" } })).toBe(0);
  expect(await readAccount(keyCtx(partner), accountId)).toMatchObject({ suspendReason: "manual_suspension" });
  expect(await eventsOf(partner)).toHaveLength(1);
});

it("answers content calls as for a creator who declined, keeps the records, and sends no mail", async () => {
  const left = await given("platform_pays");
  const depiction = await makeDepiction(left.partner, { accountId: left.accountId });
  await withdrawLink(left.me, left.accountId);
  const declined = await given("platform_pays", { link: "pending" });
  await declineLink(declined.me, declined.accountId);
  for (const { partner, accountId } of [left, declined]) {
    const key = keyCtx(partner);
    expect(await codeOf(log(partner, accountId))).toBe("409 CONSENT_DECLINED");
    expect(await codeOf(deleteContent(key, { accountId, externalContentId: "post-9" }))).toBe("409 CONSENT_DECLINED");
    await runJobs(greetCreator, { accountId });
  }
  expect(await mailsTo(left.account.email)).toEqual([]);
  expect(await db.depiction.findUnique({ where: { id: depiction.id } })).toMatchObject({ removedAt: null });
  expect(await db.indexEntry.count({ where: { depictionId: depiction.id, userId: left.person.id } })).toBe(1);
});

it("tells nothing of one who was not verified yet", async () => {
  const { partner, accountId, me } = await given("platform_pays", {});
  const before = await readAccount(keyCtx(partner), accountId);
  await withdrawLink(me, accountId);
  expect(await readAccount(keyCtx(partner), accountId)).toEqual(before);
  expect(await eventsOf(partner)).toEqual([]);
});

it.each(PLANS)("can be approved again by the same person, with the first date and one event (%s)", async (plan) => {
  const { partner, account, accountId, me } = await given(plan);
  await withdrawLink(me, accountId);
  await expect(approveLink(me, accountId)).rejects.toMatchObject({ code: "link_already_declined" });
  const answers = await Promise.all([1, 2, 3].map(() => approveLink(me, accountId, { reconsiders: true })));
  expect(answers.filter(({ changed }) => changed)).toHaveLength(1);
  const { status, verifiedAt } = await readAccount(keyCtx(partner), accountId);
  expect({ status, verifiedAt }).toEqual({ status: "active", verifiedAt: account.verifiedAt?.toISOString() });
  expect((await eventsOf(partner)).map(({ type }) => type)).toEqual([
    "solo_account.suspended",
    "solo_account.verified",
  ]);
});

it("is only for the person: another's account and an unknown one aren't found", async () => {
  const { accountId } = await given("platform_pays");
  const stranger = personCtx(await makeUser());
  const asked = await given("platform_pays", { link: "pending" });
  for (const id of [accountId, asked.accountId, newId()]) {
    await expect(withdrawLink(stranger, id)).rejects.toMatchObject({ status: 404 });
    await expect(approveLink(stranger, id, { reconsiders: true })).rejects.toMatchObject({ status: 404 });
  }
  await expect(withdrawLink(asked.me, asked.accountId)).rejects.toMatchObject({ code: "link_not_approved" });
});
