import { expect, it } from "vitest";
import type { Ctx } from "@/lib/domain/core/context";
import { ACTIONS, type LedgerAction, record, type Words } from "@/lib/domain/core/ledger";
import { createPartner } from "@/lib/domain/parties/partners";
import {
  appointCustodian,
  createSigninLink,
  dismissCustodian,
  removeSecondFactors,
  signInStore,
} from "@/lib/domain/parties/people";
import { placeLegalHold } from "@/lib/domain/records/content";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import {
  freshEmail,
  keyCtx,
  makeCustodian,
  makeDepiction,
  makeMember,
  makePartner,
  makeUser,
  personCtx,
  portalCtx,
  staffCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { makePasskey } from "@/lib/testing/second-factors";
import { isReserved } from "./conflicts";
import { type StaffAct, staffAuditList } from "./staff-audit";

const wordsOf = (action: LedgerAction): Words => ACTIONS[action];
const operator = systemCtx("ops:ann");
const client = { requestId: "request", ip: "203.0.113.9", userAgent: "vitest" };

type Query = Parameters<typeof staffAuditList.read>[1];
const acts = (rows: readonly object[]) => rows.filter((row): row is StaffAct => !isReserved(row));

/** What somebody did, as a custodian without conflicts reads it, newest first. */
async function read(query: Query) {
  const { rows } = await staffAuditList.read(staffCtx(await makeCustodian()), { limit: 200, ...query });
  return acts(rows);
}

it("has of all actions those that are declared for it, by custodians and operators", async () => {
  const partner = await makePartner();
  const [casey, someone] = [await makeCustodian(), await makeUser()];
  const made: Ctx[] = [staffCtx(casey), systemCtx(`ops:${newId()}`), systemCtx("a job"), portalCtx(partner)];
  made.push(keyCtx(partner), personCtx(someone));
  const requestId = newId();
  const all = Object.keys(ACTIONS) as LedgerAction[];
  const subject = { kind: "partner", id: partner.id } as const;
  for (const ctx of made)
    await inTransaction(async (tx) => {
      for (const action of all) record(tx, { ctx: { ...ctx, requestId }, action, subject, partnerId: null });
    });
  const rows: StaffAct[] = [];
  for await (const batch of staffAuditList.each(staffCtx(casey), {}, 100_000)) rows.push(...acts(batch));
  const found = rows.filter((row) => row.requestId === requestId);
  const declared = all.filter((action) => wordsOf(action).staffLog);
  expect([...new Set(found.map(({ action }) => action))].toSorted()).toEqual(declared.toSorted());
  expect(found).toHaveLength(declared.length * 2);
  expect([...new Set(found.map(({ who }) => who))].toSorted()).toEqual([
    "Casey Custodian",
    expect.stringMatching(/^operator /),
  ]);
});

it("has sign-ins of custodians, and none of other people", async () => {
  const custodian = await makeCustodian();
  const person = await makeUser();
  for (const { id: userId } of [custodian, person])
    await signInStore(client).createSession({ sessionToken: newId(), userId });
  expect(await read({ actor: custodian.id })).toMatchObject([
    { did: "Signed in", who: "Casey Custodian", about: null, note: "By a mailed link", ip: client.ip },
  ]);
  expect(await read({ actor: person.id })).toEqual([]);
  expect(await read({ q: custodian.email.toUpperCase(), group: "sign_in" })).toHaveLength(1);
});

it("has what operators did: roles, links, second factors and partners", async () => {
  const email = freshEmail("casey");
  const { userId } = await appointCustodian(operator, { email });
  await createSigninLink(operator, { email });
  await makePasskey({ id: userId });
  await removeSecondFactors(operator, { email, reason: "Lost phone" });
  await dismissCustodian(operator, { email });
  const { partnerId } = await createPartner(operator, {
    name: "Lake",
    plan: "platform_pays",
    ownerEmail: freshEmail(),
  });
  const ours = (await read({ actor: "ops:ann" })).filter(({ subjectId }) => [userId, partnerId].includes(subjectId));
  expect(ours.map(({ did, who, about, note }) => [did, who, about, note])).toEqual([
    ["Created the partner", "operator ann", "Lake", null],
    ["Dismissed a custodian", "operator ann", email, null],
    // Of people who are no custodians, only the id.
    ["Removed a person’s second factors", "operator ann", userId, "Lost phone"],
    ["Created a sign-in link", "operator ann", userId, null],
    ["Appointed a custodian", "operator ann", email, null],
  ]);
});

it("tells a custodian of a sign-in link to their own account", async () => {
  const custodian = await makeCustodian();
  await createSigninLink(operator, { email: custodian.email });
  const { rows } = await staffAuditList.read(staffCtx(custodian), { q: custodian.email });
  expect(rows).toMatchObject([{ did: "Created a sign-in link", about: "Casey Custodian" }]);
});

it("tells of an act on what is reserved for another only that there is one, and not to a search", async () => {
  const partner = await makePartner();
  const depiction = await makeDepiction(partner);
  const custodian = await makeCustodian();
  await placeLegalHold(staffCtx(custodian), { depictionId: depiction.id, reason: "Case 24-117" });
  expect(await read({ actor: custodian.id })).toMatchObject([
    { did: "Placed a legal hold on a depiction", about: depiction.id, note: null },
  ]);
  const colleague = staffCtx(await makeMember(partner, "viewer", await makeCustodian()));
  const { rows } = await staffAuditList.read(colleague, { actor: custodian.id });
  expect(rows).toEqual([{ id: expect.any(String), isReserved: true }]);
  expect((await staffAuditList.read(colleague, { q: depiction.id })).rows).toEqual([]);
  const csv = await new Response(await staffAuditList.export(colleague, { actor: custodian.id })).text();
  expect(csv).toContain("Reserved for a colleague");
  expect(csv).not.toContain(depiction.id);
  expect(await read({ actor: colleague.actor.userId })).toMatchObject([{ did: "Exported this log", about: null }]);
});

it("is for custodians", async () => {
  const user = await makeUser();
  await expect(staffAuditList.read(staffCtx(user), {})).rejects.toMatchObject({ status: 403 });
  const sent = staffAuditList.export(staffCtx(user), {}).then((stream) => new Response(stream).text());
  await expect(sent).rejects.toMatchObject({ status: 403 });
  expect(await db.ledgerEntry.count({ where: { actorId: user.id } })).toBe(0);
});
