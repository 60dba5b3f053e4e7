import pg from "pg";
import { expect, it, vi } from "vitest";
import type { Ctx } from "@/lib/domain/core/context";
import { ACTIONS, type LedgerAction, record, type SubjectKind, type Words } from "@/lib/domain/core/ledger";
import { createKey, revokeKey } from "@/lib/domain/parties/keys";
import { acceptInvitation, changeRole, inviteMember, removeMember } from "@/lib/domain/parties/partners";
import { endOtherSessions, makeRecoveryCodes, signInStore } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import {
  keyCtx,
  type MadePartner,
  makeCustodian,
  makeKey,
  makeMember,
  makePartner,
  makeUser,
  personCtx,
  portalCtx,
  staffCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { makePasskey } from "@/lib/testing/second-factors";
import { asOwner } from "@/lib/testing/sql";
import { makeEndpoint } from "@/lib/testing/webhooks";
import { revealSecret } from "..";
import { teamAuditList } from ".";

const ALL = Object.keys(ACTIONS) as LedgerAction[];
const wordsOf = (action: LedgerAction): Words => ACTIONS[action];
const client = { requestId: "request", ip: "203.0.113.9", userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" };

const read = async (partner: MadePartner, query: Parameters<typeof teamAuditList.read>[1] = {}) =>
  (await teamAuditList.read(portalCtx(partner), query)).rows;

/** Everything that a query finds, page by page. */
async function readAll(partner: MadePartner, query: Parameters<typeof teamAuditList.read>[1] = {}) {
  const rows = [];
  for await (const batch of teamAuditList.each(portalCtx(partner), query, 100_000)) rows.push(...batch);
  return rows;
}

const signIn = (user: { id: string }) =>
  signInStore(client).createSession({ sessionToken: `${user.id} ${newId()}`, userId: user.id });

/** Records every action there is, about each kind of subject, by somebody. */
async function recordAll(kinds: readonly SubjectKind[], actors: readonly [ctx: Ctx, partnerId: string | null][]) {
  for (const kind of kinds)
    for (const [ctx, partnerId] of actors)
      await inTransaction(async (tx) => {
        for (const action of ALL) record(tx, { ctx, action, subject: { kind, id: newId() }, partnerId });
      });
}

it("has of all actions those that are declared for it, of this partner, and none about records", async () => {
  const [partner, rival] = [await makePartner(), await makePartner()];
  const performer = await makeUser({ name: "Petra Performer" });
  const actors: [Ctx, string | null][] = [
    [portalCtx(partner), partner.id],
    [keyCtx(partner, await makeKey(partner)), partner.id],
    [staffCtx(await makeCustodian()), partner.id],
    [systemCtx(), partner.id],
    [personCtx(performer), partner.id],
    [portalCtx(partner), null],
    [portalCtx(rival), rival.id],
    [staffCtx(await makeCustodian()), null],
  ];
  await recordAll(["user", "partner", "depiction", "scene_performer"], actors);
  const rows = await readAll(partner);
  const declared = ALL.filter((action) => wordsOf(action).teamLog);
  expect([...new Set(rows.map(({ action }) => action))].toSorted()).toEqual(declared.toSorted());
  // Five actors of this partner, and the two kinds that aren't records.
  expect(rows).toHaveLength(declared.length * 5 * 2);
  expect(new Set(rows.map(({ who }) => who))).toEqual(
    new Set([
      partner.users.owner.email,
      "your API key “Test suite”",
      "the custodian",
      "the service",
      "an invited person",
    ]),
  );
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`Petra|${performer.email}|Casey|${rival.users.owner.email}`));
});

it("tells who did what, to whom, and from where", async () => {
  const partner = await makePartner();
  const owner = { ...portalCtx(partner), ...client };
  const colleague = await makeUser({ name: "Cleo Colleague" });
  const { keyId } = await createKey(owner, { partnerId: partner.id, name: "Production" });
  await revokeKey(owner, { keyId });
  const { invitationId } = await inviteMember(owner, { email: colleague.email, role: "viewer" });
  await acceptInvitation(personCtx(colleague), { invitationId });
  await signIn(colleague);
  await changeRole(owner, { userId: colleague.id, role: "admin" });
  const endpoint = await makeEndpoint(partner);
  await revealSecret(owner, { endpointId: endpoint.endpointId });
  await removeMember(owner, { userId: colleague.id });
  const me = partner.users.owner.email;
  const rows = await read(partner);
  expect(rows.map(({ did, about, who, note }) => [did, about, who, note])).toEqual([
    ["Removed a team member", "Cleo Colleague", me, "Was admin"],
    ["Viewed a signing secret", expect.stringContaining("http"), me, null],
    ["Added a webhook endpoint", expect.stringContaining("http"), partner.users.developer.email, null],
    ["Changed a member’s role", "Cleo Colleague", me, "From viewer to admin"],
    ["Signed in", null, "Cleo Colleague", "By a mailed link"],
    ["Joined the team", null, colleague.email, "As viewer"],
    ["Invited a team member", colleague.email, me, "As viewer"],
    ["Revoked an API key", "Production", me, null],
    ["Created an API key", "Production", me, null],
  ]);
  expect(rows[0]).toMatchObject({ ip: client.ip, userAgent: client.userAgent });
  expect(rows[4]).toMatchObject({ ip: client.ip, group: "sign_in" });
});

it("has how members sign in, in each of their teams, while they are in it", async () => {
  const [partner, second] = [await makePartner(), await makePartner()];
  const { admin } = partner.users;
  await makeMember(second, "developer", admin);
  await signIn(admin);
  await makePasskey(admin);
  await makeRecoveryCodes(personCtx(admin));
  await removeMember(portalCtx(second), { userId: admin.id });
  await endOtherSessions(personCtx(admin), { keep: "none" });
  const did = async (whose: MadePartner) => (await read(whose, { actor: admin.id })).map(({ action }) => action);
  expect(await did(partner)).toEqual(["session.others_ended", "recovery_code.made", "session.started"]);
  expect(await did(second)).toEqual(["recovery_code.made", "session.started"]);
  const stranger = await makeUser();
  await signIn(stranger);
  expect(await db.ledgerEntry.findMany({ where: { subjectId: stranger.id } })).toMatchObject([
    { actorKind: "person", partnerId: null, detail: JSON.stringify({ by: "mail" }) },
  ]);
});

it("is for owners", async () => {
  const partner = await makePartner();
  for (const role of ["admin", "developer", "viewer"] as const) {
    const ctx = portalCtx(partner, role);
    await expect(teamAuditList.read(ctx, {})).rejects.toMatchObject({ status: 403 });
    const sent = teamAuditList.export(ctx, {}).then((stream) => new Response(stream).text());
    await expect(sent).rejects.toMatchObject({ status: 403 });
  }
});

it("is searched by words, members and ids, and filtered by who, what and when", async () => {
  const partner = await makePartner();
  const { owner, developer } = partner.users;
  clock.freeze("2026-11-20T10:00:00.000Z");
  const { keyId } = await createKey(portalCtx(partner), { partnerId: partner.id, name: "Production" });
  clock.advance(DAY_MS);
  await signIn(developer);
  clock.advance(DAY_MS);
  await revokeKey(portalCtx(partner, "developer"), { keyId });
  const did = async (query: Parameters<typeof teamAuditList.read>[1]) =>
    (await read(partner, query)).map(({ action }) => action);
  const [made, came, went] = ["api_key.created", "session.started", "api_key.revoked"];
  expect(await did({})).toEqual([went, came, made]);
  expect(await did({ q: "api KEY" })).toEqual([went, made]);
  expect(await did({ q: developer.email.slice(0, 30).toUpperCase() })).toEqual([went, came]);
  expect(await did({ q: keyId.slice(0, 20) })).toEqual([went, made]);
  for (const q of ["%", "_", "\\", "nothing like it"]) expect(await did({ q }), q).toEqual([]);
  expect(await did({ actor: owner.id })).toEqual([made]);
  expect(await did({ group: "sign_in" })).toEqual([came]);
  expect(await did({ group: "keys", actor: developer.id })).toEqual([went]);
  expect(await did({ from: "2026-11-21", to: "2026-11-21" })).toEqual([came]);
  const { unread, address } = await teamAuditList.open(portalCtx(partner), { group: "records of others", from: "x" });
  expect([unread, address]).toEqual([["group", "from"], {}]);
});

it("pages through every entry once and back", async () => {
  const partner = await makePartner();
  for (let n = 0; n < 5; n++) await signIn(partner.users.owner);
  const page = (cursor?: string | null) =>
    teamAuditList.read(portalCtx(partner), { limit: 2, ...(cursor && { cursor }) });
  const [first, all] = [await page(), (await read(partner)).map(({ id }) => id)];
  const second = await page(first.older);
  const third = await page(second.older);
  expect(all).toHaveLength(5);
  expect([first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(all);
  expect([first.newer, third.older]).toEqual([null, null]);
  expect((await page(third.newer)).rows).toEqual(second.rows);
  const past = ["9".repeat(25), "z".repeat(25), "0".repeat(25)].flatMap((id) => [`older.${id}`, `newer.${id}`]);
  for (const forged of past) expect((await page(forged)).rows.length, forged).toBeLessThanOrEqual(2);
});

it("exports what it finds, and has that itself", async () => {
  const partner = await makePartner();
  await signIn(partner.users.viewer);
  const csv = await new Response(await teamAuditList.export(portalCtx(partner), { group: "sign_in" })).text();
  const [header, ...lines] = csv.trimEnd().split("\r\n");
  expect(header).toBe("id,at,who,what,group,action,about,note,address,userAgent,requestId");
  expect(lines).toEqual([expect.stringContaining("Signed in,sign_in,session.started")]);
  expect(lines[0]).toContain(client.ip);
  expect(await read(partner)).toMatchObject([{ did: "Exported this log" }, { did: "Signed in" }]);
});

it("reads a busy partner's ledger by its database index", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  const many = (partnerId: string, action: string, kind: string, count: number) =>
    inTransaction(
      (tx) => tx.$executeRaw`SELECT ledger_append(7::smallint, (SELECT jsonb_agg(jsonb_build_object(
      'at', now(), 'actor_kind', 'portal_user', 'actor_id', 'somebody', 'action', ${action}::text, 'subject_kind', ${kind}::text,
      'subject_id', 'something', 'partner_id', ${partnerId}::text, 'detail', '{}')) FROM generate_series(1, ${count}::int)))`,
    );
  await many(partner.id, "api_key.created", "api_key", 3);
  for (let n = 0; n < 4; n++) {
    await many(partner.id, "depiction.logged", "depiction", 2_000);
    await many(partner.id, "session.started", "user", 1_000);
    await many(other.id, "session.started", "user", 1_000);
  }
  await asOwner("ANALYZE ledger_entries");
  for (const query of [{}, { group: "keys" }, { cursor: `older.${"9".repeat(18).padStart(25, "0")}` }] as const) {
    const plan = await planOfList(() => read(partner, query));
    expect(plan).toContain("ledger_entries_of_team");
    expect(plan).not.toMatch(/Seq Scan on ledger_entries|ledger_entries_partner|ledger_entries_pkey/);
    const [, removed = "0"] = /Rows Removed by Filter: (\d+)/.exec(plan) ?? [];
    expect(Number(removed)).toBeLessThan(10);
  }
});

/** What the statement of a list did. */
async function planOfList(list: () => Promise<unknown>): Promise<string> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  await list();
  const [text, values] = query.mock.calls.find(([sent]) => String(sent).includes("AS wanted (action)")) ?? [];
  query.mockRestore();
  const { rows } = await pool().query<{ "QUERY PLAN": string }>(
    `EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off) ${text}`,
    values as unknown as unknown[],
  );
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}
