import { describe, expect, it } from "vitest";
import {
  approveLink,
  countAccounts,
  deactivateAccount,
  declineLink,
  findAccounts,
  greetCreator,
  liftSuspension,
  provisionAccount,
  reactivateAccount,
  readAccount,
  suspendAccount,
} from "@/lib/domain/accounts";
import { checkTalent } from "@/lib/domain/accounts/talent";
import { findPlatformFee } from "@/lib/domain/billing";
import { listChangesToday } from "@/lib/domain/events/changes";
import { db } from "@/lib/platform/db";
import { eventsOf } from "@/lib/testing/effects";
import {
  freshEmail,
  keyCtx,
  makeAccount,
  makeIdentity,
  makePartner,
  makeUser,
  personCtx,
  portalCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { runJobs } from "@/lib/testing/run-jobs";
import { getCreator } from "./get-creator";
import { rosterList } from "./list-roster";
import { changeRosterTask } from "./run-change";
import type { ChangeKind } from "./schemas";
import { planChange, startChange } from "./start-change";

const KINDS = ["unknown", "existing", "asked", "declined"] as const;
type Kind = (typeof KINDS)[number];

/** A creator provisioned in the portal by a new partner. The address is unknown, or its owner is verified and pays. */
async function given(kind: Kind, plan: "platform_pays" | "creator_pays") {
  const partner = await makePartner({ plan, name: "Platform" });
  const email = freshEmail("who");
  if (kind !== "unknown") {
    const user = await makeUser({ email });
    await makeIdentity(user);
    await db.subscription.create({ data: { userId: user.id, active: true } });
    await makeAccount(undefined, { email, userId: user.id, status: "active" });
  }
  const ctx = portalCtx(partner);
  const input = {
    externalUserId: "creator-1",
    email,
    callbackUrl: "https://platform.example.com/hook",
    firstName: "Ada",
  };
  const { account } = await provisionAccount(ctx, input);
  const { accountId } = account;
  if (kind !== "existing") await runJobs(greetCreator, { accountId });
  if (kind === "declined") {
    const { userId } = await db.linkRequest.findUniqueOrThrow({ where: { accountId } });
    await declineLink(personCtx({ id: userId }), accountId);
  }
  return { partner, ctx, accountId, email, first: account, again: (await provisionAccount(ctx, input)).account };
}

type Given = Awaited<ReturnType<typeof given>>;

/** Everything that the partner can look up about its one creator, without what must differ. */
async function told({ partner, ctx, accountId, email, first, again }: Given): Promise<string> {
  const everybody = { filters: {} };
  const plan = (kind: ChangeKind) => planChange(ctx, { kind, selection: everybody });
  const all = {
    first,
    again,
    read: await readAccount(keyCtx(partner), accountId),
    page: await getCreator(ctx, accountId),
    roster: await rosterList.read(ctx, {}),
    searched: await rosterList.read(ctx, { find: email.slice(0, 9) }),
    found: await findAccounts(ctx, email),
    counts: await countAccounts(ctx),
    export: await new Response(await rosterList.export(ctx, {})).text(),
    plans: [await plan("deactivate"), await plan("reactivate")],
    today: await listChangesToday(ctx),
    events: await eventsOf(partner),
    talent: await checkTalent(keyCtx(partner), { email }),
    fee: await findPlatformFee(ctx),
  };
  const alike = [accountId, email, partner.users.owner.email].reduce(
    (text, own, n) => text.replaceAll(own, `own-${n}`),
    JSON.stringify(all),
  );
  return alike
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
    .replaceAll(/"created":\d+/g, '"created":0')
    .replaceAll(/\/onboard\/[\w-]+/g, "/onboard/token")
    .replaceAll(/"(id|seq)":"(\d+|evt_\w+)"/g, '"id":"line"');
}

const STEPS: [string, (of: Given) => Promise<unknown>][] = [
  ["when provisioned", async () => {}],
  ["when deactivated", ({ ctx, accountId }) => deactivateAccount(ctx, accountId)],
  [
    "when held by the service",
    ({ accountId }) => suspendAccount(systemCtx(), { accountId, reason: "manual_suspension" }),
  ],
  ["when released", ({ accountId }) => liftSuspension(systemCtx(), { accountId })],
  ["when taken back", ({ ctx, accountId }) => reactivateAccount(ctx, accountId)],
  ["when deactivated with others", (of) => change(of, "deactivate")],
  ["when taken back with others", (of) => change(of, "reactivate")],
];

async function change({ ctx }: Given, kind: ChangeKind): Promise<void> {
  const { changeId } = await startChange(ctx, { kind, selection: { filters: {} } });
  await runJobs(changeRosterTask, { changeId });
}

describe.each(["platform_pays", "creator_pays"] as const)("the dates that a partner (%s) reads", (plan) => {
  it("never predate the provisioning of a creator verified through another partner", async () => {
    const { partner, ctx, accountId, email, first } = await given("existing", plan);
    const { userId } = await db.linkRequest.findUniqueOrThrow({ where: { accountId } });
    await db.identity.update({ where: { userId }, data: { verifiedAt: new Date("2025-03-04T05:06:07.000Z") } });
    await approveLink(personCtx({ id: userId }), accountId);
    await deactivateAccount(ctx, accountId).catch(() => {});
    await reactivateAccount(ctx, accountId).catch(() => {});
    const read = await readAccount(keyCtx(partner), accountId);
    const talent = await checkTalent(keyCtx(partner), { email });
    expect(read.status).toBe("active");
    expect(talent).toEqual({ found: true, verified: true, lastVerifiedAt: read.verifiedAt?.slice(0, 10) });
    const all = JSON.stringify([
      read,
      await getCreator(ctx, accountId),
      await rosterList.read(ctx, {}),
      await new Response(await rosterList.export(ctx, {})).text(),
      await eventsOf(partner),
    ]);
    const dates = all.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];
    expect(dates.filter((date) => date === read.verifiedAt).length).toBeGreaterThanOrEqual(5);
    expect(dates.toSorted()[0]).toBe(first.createdAt);
  });
});

describe.each(["platform_pays", "creator_pays"] as const)("a partner (%s) sees the same for every creator", (plan) => {
  it("whether unknown, existing, asked or declined", async () => {
    const creators: Given[] = [];
    for (const kind of KINDS) creators.push(await given(kind, plan));
    for (const [step, act] of STEPS) {
      const outcomes = [];
      for (const creator of creators) {
        const outcome = await act(creator).then(
          () => "done",
          (error: { code?: string; message: string }) => `${error.code} ${error.message}`,
        );
        outcomes.push(`${outcome} ${await told(creator)}`);
      }
      for (const [n, kind] of KINDS.entries()) expect(outcomes[n], `${kind} ${step}`).toBe(outcomes[0]);
    }
  });
});
