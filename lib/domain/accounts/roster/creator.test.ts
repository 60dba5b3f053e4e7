import { describe, expect, it } from "vitest";
import {
  deactivateAccount,
  liftSuspension,
  provisionAccount,
  reactivateAccount,
  readAccount,
  suspendAccount,
} from "@/lib/domain/accounts";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import {
  FROM,
  freshEmail,
  keyCtx,
  makeAccount,
  makeKey,
  makePartner,
  portalCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { getCreator } from "./get-creator";
import { rosterList } from "./list-roster";

const callbackUrl = "https://platform.example.com/hook";
const said = async (ctx: ReturnType<typeof portalCtx>, id: string) =>
  (await getCreator(ctx, id)).history.map(({ did, by, more }) => (by ? `${did} by ${by}` : [did, more].join(": ")));

describe("a creator's page", () => {
  it("shows the API's account, the partner's input, and who pays, if the API does", async () => {
    const partner = await makePartner();
    const ctx = portalCtx(partner);
    const sent = {
      email: freshEmail("ada"),
      callbackUrl,
      firstName: "Ada",
      redirectUrl: "https://platform.example.com",
    };
    const { account } = await provisionAccount(ctx, { externalUserId: "ada", ...sent });
    const { accountId } = account;
    const page = await getCreator(ctx, accountId);
    expect(page).toMatchObject({ isDeactivated: false, paysThemselves: false });
    const { isDeactivated: _, paysThemselves: __, feeUnpaid: ___, ...shown } = page;
    const { history, email, firstName, lastName, redirectUrl, ...told } = shown;
    expect({ email, firstName, lastName, redirectUrl, callbackUrl }).toEqual({ ...sent, lastName: null });
    expect(told).toEqual({ ...(await readAccount(keyCtx(partner), accountId)), callbackUrl });
    expect(history).toHaveLength(1);
    const paying = await makeAccount(partner, { status: "active", fundedBy: "creator" });
    expect(await getCreator(ctx, paying.id)).toMatchObject({ paysThemselves: true });
    const stranger = portalCtx(await makePartner());
    for (const [by, id] of [[stranger, accountId] as const, [ctx, newId()] as const, [ctx, "x\0"] as const]) {
      await expect(getCreator(by, id)).rejects.toMatchObject({ status: 404 });
    }
  });

  it("shows the history: the partner's own actions with names, and each status change", async () => {
    const partner = await makePartner();
    const ctx = portalCtx(partner);
    const key = keyCtx(partner, await makeKey(partner, { name: "Roster sync" }));
    const { id } = await makeAccount(partner, { status: "active" });
    await deactivateAccount(key, id);
    await suspendAccount(systemCtx(), { accountId: id, reason: "manual_suspension", note: "Asked by counsel" });
    await liftSuspension(systemCtx(), { accountId: id });
    await reactivateAccount(ctx, id);
    expect(await said(ctx, id)).toEqual([
      "Active: was: Suspended",
      `Reactivated by ${partner.users.owner.email}`,
      "Suspended: deactivated by you",
      "Suspended: suspended by the service",
      "Suspended: deactivated by you; was: Active",
      "Deactivated by your API key “Roster sync”",
    ]);
  });

  it("hides a suspension behind a stronger one", async () => {
    const partner = await makePartner({ plan: "creator_pays" });
    const ctx = portalCtx(partner);
    const { id, person } = await makeAccount(partner, { status: "active", fundedBy: "platform" });
    await deactivateAccount(ctx, id);
    const before = await said(ctx, id);
    await db.partner.update({ where: { id: partner.id }, data: { platformFeeLapsedAt: new Date() } });
    await suspendAccount(systemCtx(), { accountId: id, reason: "manual_suspension" });
    await liftSuspension(systemCtx(), { accountId: id });
    expect(await db.accountSuspension.count({ where: { accountId: id, kind: "platform", liftedAt: null } })).toBe(1);
    expect(await said(ctx, id)).toEqual([
      "Suspended: deactivated by you",
      "Suspended: suspended by the service",
      ...before,
    ]);
    expect(JSON.stringify(await getCreator(ctx, id))).not.toContain(person.id);
  });
});

describe("provisioning in the portal", () => {
  it("needs an owner or admin, and answers like the API", async () => {
    const partner = await makePartner();
    const input = { externalUserId: "creator-1", email: freshEmail(), callbackUrl };
    for (const role of ["developer", "viewer"] as const) {
      await expect(provisionAccount(portalCtx(partner, role), input)).rejects.toMatchObject({ status: 403 });
    }
    expect(await db.soloAccount.count({ where: { partnerId: partner.id } })).toBe(0);
    const made = await provisionAccount(portalCtx(partner, "admin"), input);
    expect(made).toMatchObject({ created: true, account: { status: "pending_id_verification" } });
    expect(await provisionAccount(keyCtx(partner), input)).toEqual({ created: false, account: made.account });
    // Readers may see which creator it repeats. Only managers may see what a repeat does.
    await expect(provisionAccount(portalCtx(partner, "viewer"), input)).rejects.toMatchObject({ status: 403 });
    expect((await getCreator(portalCtx(partner), made.account.accountId)).history).toMatchObject([
      { did: "Provisioned", by: partner.users.admin.email },
    ]);
  });
});

describe("the export", () => {
  const linesOf = async (stream: ReadableStream<Uint8Array>) => (await new Response(stream).text()).split("\r\n");

  it("has all matching creators and no formulas, and is recorded in the ledger", async () => {
    const partner = await makePartner();
    const ctx = portalCtx(partner, "viewer");
    const rows = Array.from({ length: 1_203 }, (_, n) => ({
      id: newId(),
      partnerId: partner.id,
      callbackUrl,
      fundedBy: "platform" as const,
      externalUserId: `=cmd|' /C calc'!A${n}`,
      email: `export-${n}@example.com`,
      firstName: '+Ada, "B"',
    }));
    await db.soloAccount.createMany({ data: rows });
    const held = await makeAccount(partner, { status: "suspended", suspensions: ["service"] });
    const [head, ...lines] = await linesOf(await rosterList.export(ctx, {}));
    expect(head).toBe(
      "account_id,external_user_id,email,first_name,last_name,status,suspend_reason,created_at,verified_at,suspended_at",
    );
    expect(lines).toHaveLength(1_205);
    const oldest = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0];
    expect(lines.at(-2)?.split(",pending")[0]).toBe(
      `${oldest?.id},'${oldest?.externalUserId},${oldest?.email},"'+Ada, ""B""",`,
    );
    const [, only, end] = await linesOf(
      await rosterList.export(ctx, { reason: "manual_suspension", find: held.email }),
    );
    expect(only).toContain(`${held.id},${held.externalUserId},${held.email},,,suspended,manual_suspension,20`);
    expect(end).toBe("");
    const told = await db.ledgerEntry.findMany({ where: { action: "roster.exported", subjectId: partner.id } });
    expect(told.map(({ actorId, detail }) => [actorId, detail])).toEqual([
      [partner.users.viewer.id, JSON.stringify(FROM)],
      [partner.users.viewer.id, JSON.stringify({ ...FROM, reason: "manual_suspension", find: true })],
    ]);
  });
});
