import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importIdentity } from "@/lib/domain/creators/decisions";
import { lockUser } from "@/lib/domain/parties/locks";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { eventsOf } from "@/lib/testing/effects";
import {
  keyCtx,
  type MadePartner,
  makeAccount,
  makePartner,
  personCtx,
  portalCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { approveIdentity, makeReviewer, makeSubmitted } from "@/lib/testing/identity-checks";
import { atOnce, REFUSED, refuseWrites } from "@/lib/testing/sql";
import { addSuspension, deriveAccountStatus, deriveStatusesOfUser } from "./account-status";
import { approveLink } from "./link-requests";
import { provisionAccount } from "./provision-account";
import { lockAccount } from "./queries";
import { deactivateAccount, reactivateAccount } from "./suspend-account";

/** An account, and what changes it, each time it is called. */
type Given = { partner: MadePartner; accountId: string; act: () => Promise<unknown> };
type Made = Parameters<typeof makeAccount>[1];

async function given(
  made: Made,
  act: (given: Omit<Given, "act">, userId: string) => Promise<unknown>,
  plan: "platform_pays" | "creator_pays" = "platform_pays",
): Promise<Given> {
  const partner = await makePartner({ plan });
  const { id: accountId, person } = await makeAccount(partner, made);
  return { partner, accountId, act: () => act({ partner, accountId }, person.id) };
}

const derive = (accountId: string) => inTransaction((tx) => deriveAccountStatus(tx, systemCtx(), accountId));
const pay = (active: boolean) => (_: unknown, userId: string) =>
  inTransaction(async (tx) => {
    await lockUser(tx, userId);
    await tx.subscription.update({ where: { userId }, data: { active } });
    await deriveStatusesOfUser(tx, systemCtx(), userId);
  });
const payPlatformFee =
  (isPaid: boolean) =>
  async ({ partner, accountId }: Omit<Given, "act">) => {
    const platformFeeLapsedAt = isPaid ? null : clock.now();
    await db.partner.update({ where: { id: partner.id }, data: { platformFeeLapsedAt } });
    await derive(accountId);
  };
const suspendByService = ({ accountId }: Omit<Given, "act">) =>
  inTransaction(async (tx) => {
    const account = await lockAccount(tx, { id: accountId });
    const kind = { accountId, kind: "service", liftedAt: null } as const;
    if ((await tx.accountSuspension.count({ where: kind })) > 0) return;
    await addSuspension(tx, systemCtx(), account, { kind: "service", reason: "platform_deactivated" });
    await deriveAccountStatus(tx, systemCtx(), accountId);
  });

/** Each way to be verified that the contract names. */
const VERIFIED: Record<string, () => Promise<Given>> = {
  "a custodian approves the ID": async () => {
    const partner = await makePartner();
    const { checkId, account } = await makeSubmitted(await makeAccount(partner));
    const reviewer = await makeReviewer(checkId);
    return { partner, accountId: account.id, act: () => approveIdentity(reviewer, { checkId }) };
  },
  "a verification from elsewhere is imported": () =>
    given({}, async (_, userId) => {
      const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } });
      const verifiedAt = new Date(clock.now().getTime() - 1000);
      return importIdentity(systemCtx(), { email, legalName: "Ada Example", birthDate: "1990-01-31", verifiedAt });
    }),
  "a creator who was active elsewhere approves the link": async () => {
    const elsewhere = await makeAccount(undefined, { status: "active" });
    const { email, id } = elsewhere.person;
    return given({ email, link: "pending" }, ({ accountId }) => approveLink(personCtx({ id }), accountId));
  },
  "a creator pays again": async () => {
    const lapsed = { status: "suspended", suspensions: ["subscription"] } as const;
    return given({ ...lapsed }, pay(true), "creator_pays");
  },
  "the platform's fee is paid again": async () => {
    const made = await given({ status: "suspended", suspensions: ["platform"] }, payPlatformFee(true));
    await db.partner.update({ where: { id: made.partner.id }, data: { platformFeeLapsedAt: clock.now() } });
    return made;
  },
  "the partner's program reactivates": () =>
    given({ status: "suspended" }, ({ partner, accountId }) => reactivateAccount(keyCtx(partner), accountId)),
  "the roster reactivates": () =>
    given({ status: "suspended" }, ({ partner, accountId }) => reactivateAccount(portalCtx(partner), accountId)),
};

/** Each way to be suspended that there is. */
const SUSPENDED: Record<string, [reason: string, () => Promise<Given>]> = {
  ...Object.fromEntries(
    (["active", "pending_id_verification", "subscribed_pending_id"] as const).map((status) => [
      `the partner's program deactivates (${status})`,
      ["partner_deactivated", () => given({ status }, (at) => deactivateAccount(keyCtx(at.partner), at.accountId))],
    ]),
  ),
  "the roster deactivates": [
    "partner_deactivated",
    () => given({ status: "active" }, (at) => deactivateAccount(portalCtx(at.partner, "admin"), at.accountId)),
  ],
  "the creator's subscription ends": [
    "subscription_lapsed",
    () => given({ status: "active" }, pay(false), "creator_pays"),
  ],
  "the platform's fee lapses": ["platform_lapsed", () => given({ status: "active" }, payPlatformFee(false))],
  "the service suspends": ["platform_deactivated", () => given({ status: "active" }, suspendByService)],
};

const rowOf = (id: string) => db.soloAccount.findUniqueOrThrow({ where: { id } });
const thrice = (act: () => Promise<unknown>) => Promise.allSettled([act(), act(), act()]);

async function verifiedEvent(accountId: string) {
  const { externalUserId, verifiedAt, status } = await rowOf(accountId);
  expect(status).toBe("active");
  const data = { accountId, externalUserId, status: "verified", verifiedAt: verifiedAt?.toISOString() };
  return { id: expect.stringMatching(/^evt_/), type: "solo_account.verified", created: expect.any(Number), data };
}

async function suspendedEvent(accountId: string, reason: string) {
  const { externalUserId, suspendReason } = await rowOf(accountId);
  expect(suspendReason).toBe(reason);
  const data = { accountId, externalUserId, reason };
  return { id: expect.stringMatching(/^evt_/), type: "solo_account.suspended", created: expect.any(Number), data };
}

describe("solo_account.verified is written once, also when it happens thrice at once, when", () => {
  it.each(Object.entries(VERIFIED))("%s", async (_, make) => {
    const { partner, accountId, act } = await make();
    await thrice(act);
    expect(await eventsOf(partner)).toEqual([await verifiedEvent(accountId)]);
  });

  it("every time that an active account is provisioned again", async () => {
    const partner = await makePartner();
    const account = await makeAccount(partner, { status: "active" });
    const { externalUserId, email, callbackUrl } = account;
    const again = () => provisionAccount(keyCtx(partner), { externalUserId, email, callbackUrl });
    await thrice(again);
    expect(await eventsOf(partner)).toEqual(Array(3).fill(await verifiedEvent(account.id)));
  });
});

describe("solo_account.suspended is written once, also when it happens thrice at once, when", () => {
  it.each(Object.entries(SUSPENDED))("%s", async (_, [reason, make]) => {
    const { partner, accountId, act } = await make();
    await thrice(act);
    expect(await eventsOf(partner)).toEqual([await suspendedEvent(accountId, reason)]);
  });
});

describe("nothing changes without its event when", () => {
  let allow: () => Promise<unknown>;
  beforeAll(async () => {
    allow = await refuseWrites("webhook_events", { on: "INSERT" });
  });
  afterAll(() => allow());
  const all = [
    ...Object.entries(VERIFIED),
    ...Object.entries(SUSPENDED).map(([name, [, make]]) => [name, make] as const),
  ];
  it.each(all)("%s", async (_, make) => {
    const { partner, accountId, act } = await make();
    const before = await rowOf(accountId);
    await expect(act()).rejects.toThrow(REFUSED);
    expect(await rowOf(accountId)).toEqual(before);
    expect(await eventsOf(partner)).toEqual([]);
  });
});

it("the last event has the account's status if it is provisioned again while it is deactivated", async () => {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const { id, externalUserId, email, callbackUrl } = account;
  await atOnce(
    () => deactivateAccount(keyCtx(partner), id),
    () => provisionAccount(keyCtx(partner), { externalUserId, email, callbackUrl }),
  );
  expect((await eventsOf(partner)).at(-1)).toEqual(await suspendedEvent(id, "partner_deactivated"));
});
