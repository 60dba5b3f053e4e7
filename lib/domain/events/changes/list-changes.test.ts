import { expect, test } from "vitest";
import {
  approveLink,
  deactivateAccount,
  declineLink,
  provisionAccount,
  reactivateAccount,
} from "@/lib/domain/accounts";
import { record } from "@/lib/domain/core/ledger";
import { createKey, revokeKey } from "@/lib/domain/parties/keys";
import { acceptInvitation, inviteMember } from "@/lib/domain/parties/partners/invitations";
import { changeRole } from "@/lib/domain/parties/partners/partners";
import { takeDown } from "@/lib/domain/records/content";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import {
  keyCtx,
  makeIdentity,
  makeKey,
  makePartner,
  makeUser,
  personCtx,
  portalCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { IMPORT_HEAD, importSetUp, importText } from "@/lib/testing/imports";
import { listChangesToday } from "./list-changes";

const creator = (name: string, email = `${newId()}@example.com`) => ({
  externalUserId: name,
  email,
  callbackUrl: "https://platform.example.com/callback",
});

test("the day's changes by the partner's own keys, team and creators, newest first, with who made them", async () => {
  clock.freeze("2026-11-21T00:00:00.000Z");
  const [partner, other] = [await makePartner(), await makePartner()];
  const owner = portalCtx(partner);
  const program = keyCtx(partner, await makeKey(partner, { name: "Import" }));
  const tick = () => clock.advance(60_000);
  const { keyId } = await createKey(owner, { partnerId: partner.id, name: "Payouts" });
  tick();
  const { account } = await provisionAccount(program, creator("ada"));
  tick();
  await provisionAccount(program, creator("bob"));
  tick();
  await deactivateAccount(program, account.accountId);
  tick();
  await reactivateAccount(owner, account.accountId);
  tick();
  const newcomer = await makeUser({ email: `${newId()}@example.com` });
  const { invitationId } = await inviteMember(owner, { email: newcomer.email, role: "developer" });
  tick();
  await acceptInvitation(personCtx(newcomer), { invitationId });
  tick();
  await changeRole(owner, { userId: newcomer.id, role: "viewer" });
  tick();
  await revokeKey(owner, { keyId });

  const { changes, complete } = await listChangesToday(owner);
  const me = { kind: "person", name: partner.users.owner.name ?? partner.users.owner.email };
  expect(complete).toBe(true);
  expect(changes.map(({ action, subject, by, count, role }) => [action, subject, by, count, role])).toEqual([
    ["api_key.revoked", "Payouts", me, 1, null],
    ["partner_member.role_changed", newcomer.name ?? newcomer.email, me, 1, "viewer"],
    [
      "partner_invitation.accepted",
      newcomer.email,
      { kind: "person", name: newcomer.name ?? newcomer.email },
      1,
      "developer",
    ],
    ["partner_invitation.sent", newcomer.email, me, 1, "developer"],
    ["solo_account.reactivated", "ada", me, 1, null],
    ["solo_account.deactivated", "ada", { kind: "key", name: "Import" }, 1, null],
    ["solo_account.provisioned", null, null, 2, null],
    ["api_key.created", "Payouts", me, 1, null],
  ]);
  expect((await listChangesToday(portalCtx(other))).changes).toEqual([]);

  clock.freeze("2026-11-22T00:00:00.000Z");
  expect((await listChangesToday(owner)).changes).toEqual([]);
});

test("a person's decisions about links and the service's own suspensions are left out", async () => {
  const partner = await makePartner();
  const program = keyCtx(partner, await makeKey(partner));
  const [willing, unwilling] = [await makeUser(), await makeUser()];
  await makeIdentity(willing);
  const first = await provisionAccount(program, creator("first", willing.email));
  const second = await provisionAccount(program, creator("second", unwilling.email));
  const before = await listChangesToday(portalCtx(partner));
  await approveLink(personCtx(willing), first.account.accountId);
  await declineLink(personCtx(unwilling), second.account.accountId);
  await inTransaction(async (tx) => {
    for (const reason of ["manual_suspension", "subscription_lapsed", undefined]) {
      const subject = { kind: "solo_account" as const, id: second.account.accountId };
      record(tx, { ctx: systemCtx(), action: "solo_account.hold_placed", subject, partnerId: partner.id, reason });
    }
  });
  expect(await listChangesToday(portalCtx(partner))).toEqual(before);
  expect(before.changes.map(({ action, count }) => [action, count])).toEqual([["solo_account.provisioned", 2]]);
});

test("a day with too many entries says that its counts are minimums", async () => {
  const partner = await makePartner();
  const ctx = keyCtx(partner);
  await inTransaction(async (tx) => {
    for (let n = 0; n < 1_001; n++) {
      record(tx, { ctx, action: "solo_account.provisioned", subject: { kind: "solo_account", id: "one" } });
    }
  });
  const { changes, complete } = await listChangesToday(portalCtx(partner));
  expect(complete).toBe(false);
  expect(changes).toMatchObject([{ count: 1_000, by: null, subject: null }]);
});

test("the day's takedowns and imports, however much was logged meanwhile, without file checks", async () => {
  const { partner, lines } = await importSetUp();
  const owner = portalCtx(partner);
  await importText(partner, [IMPORT_HEAD, ...lines(1_100)].join("\n"), { fileName: "archive.csv" });
  await importText(partner, [IMPORT_HEAD, ...lines(2)].join("\n"), { dryRun: true });
  const made = await db.depiction.findMany({ where: { partnerId: partner.id }, orderBy: { id: "asc" }, take: 2 });
  const takeDownOne = (n: number) => takeDown(owner, { depictionId: made[n]?.id ?? "", reason: "Asked for" });
  const summary = async () =>
    (await listChangesToday(owner)).changes.map(({ action, subject, count, imported }) => [
      ...[action, subject, count],
      imported,
    ]);
  const imported = ["content_import.finished", "archive.csv", 1, { records: 1_100, failed: false }];
  await takeDownOne(0);
  expect(await summary()).toEqual([["depiction.removed", made[0]?.title, 1, null], imported]);
  await takeDownOne(1);
  expect(await summary()).toEqual([["depiction.removed", null, 2, null], imported]);
  expect((await listChangesToday(owner)).complete).toBe(true);
});
