import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST } from "@/app/api/hooks/stripe/route";
import {
  beginVendorSession,
  checkList,
  findLatestCheck,
  readDocumentNumber,
  saveDetails,
  startCheck,
  submitCheck,
} from "@/lib/domain/identity";
import { DetailsInput } from "@/lib/domain/identity/schemas";
import { db } from "@/lib/platform/db";
import { mailsTo } from "@/lib/testing/effects";
import { setVariables } from "@/lib/testing/env";
import { makeAccount, makeCustodian, personCtx, staffCtx, systemCtx } from "@/lib/testing/factories";
import { endlessBody } from "@/lib/testing/http";
import { approveIdentity } from "@/lib/testing/identity-checks";
import { actsIn, makePerformer } from "@/lib/testing/performer-browser";
import { enterPerformerCode } from "@/lib/testing/performers";
import { type StripeStandIn, startStripe } from "@/peers/stripe";
import { refreshVendorCheck } from "./vendor-messages";

let peer: StripeStandIn;

beforeAll(async () => {
  peer = await startStripe();
  setVariables({ ...peer.variables, IDENTITY_DRIVER: "stripe_identity" });
});
beforeEach(() => peer.breakDown(false));
afterAll(() => peer.close());

const ada = {
  first_name: "Ada Maria",
  last_name: "Example",
  dob: { day: 31, month: 1, year: 1990 },
  document: {
    type: "driving_license",
    issuing_country: "US",
    number: "D1234567",
    expiration_date: { day: 1, month: 5, year: 2034 },
  },
};

const detailsOf = (legalName: string, otherNames: string[] = []) =>
  DetailsInput.parse({ legalName, birthDate: "1990-01-31", otherNames });

/** A creator who entered their details and was sent to Stripe. */
async function sent() {
  const account = await makeAccount();
  const ctx = personCtx(account.person);
  const { checkId } = await startCheck(ctx, { accountId: account.id });
  await saveDetails(ctx, detailsOf("Ada Example", ["Ada Lovely"]));
  const url = await beginVendorSession(ctx, { attested: true });
  const check = await checkOf(checkId);
  return { account, ctx, checkId, url, sessionId: check.vendorSessionId ?? "" };
}

const deliver = (
  { rawBody, signature }: { rawBody: string; signature: string },
  headers: Record<string, string> = {},
) =>
  POST(
    new Request("http://localhost/api/hooks/stripe", {
      method: "POST",
      body: rawBody,
      headers: { "stripe-signature": signature, ...headers },
    }),
  );

const checkOf = (id: string) => db.identityCheck.findUniqueOrThrow({ where: { id } });
const statusOf = async (checkId: string) => (await checkOf(checkId)).status;
const tell = (what: string, sessionId: string) =>
  deliver(peer.message(`identity.verification_session.${what}`, sessionId));

describe("a Stripe session", () => {
  it("is created once per check, also in parallel, and can be reopened", async () => {
    const account = await makeAccount();
    const ctx = personCtx(account.person);
    const { checkId } = await startCheck(ctx, { accountId: account.id });
    await expect(beginVendorSession(ctx, { attested: true })).rejects.toMatchObject({ code: "check_incomplete" });
    await saveDetails(ctx, detailsOf("Ada"));
    await expect(beginVendorSession(ctx, { attested: false })).rejects.toMatchObject({ code: "not_attested" });
    const urls = await Promise.all([1, 2, 3].map(() => beginVendorSession(ctx, { attested: true })));
    expect(new Set(urls).size).toBe(1);
    expect(await beginVendorSession(ctx, { attested: true })).toBe(urls[0]);
    const declared = await db.attestation.findMany({ where: { subjectId: checkId } });
    expect(declared).toMatchObject([{ kind: "declaration", userId: account.person.id, email: account.email }]);
    const sessions = peer.account.all("identity.verification_session");
    const mine = sessions.filter(({ metadata }) => JSON.stringify(metadata).includes(checkId));
    expect(mine).toHaveLength(1);
    expect(mine[0]?.return_url).not.toContain("token");
    await expect(saveDetails(ctx, detailsOf("Bob"))).rejects.toMatchObject({ code: "check_under_way" });
  });

  it("returns people to the pages they came from, also after another area had opened one", async () => {
    const performer = await makePerformer();
    const account = await makeAccount(undefined, { userId: performer.userId });
    const { checkId } = await startCheck(personCtx(performer.person), { accountId: account.id });
    const details = detailsOf("Ada");
    await saveDetails(personCtx(performer.person), details);
    await beginVendorSession(personCtx(performer.person), { attested: true });
    // As after a crash before the session's id was stored.
    await db.identityCheck.update({ where: { id: checkId }, data: { vendorSessionId: null } });
    const ctx = actsIn(performer, await enterPerformerCode(performer));
    await saveDetails(ctx, details);
    await beginVendorSession(ctx, { attested: true });
    const { vendorSessionId } = await checkOf(checkId);
    const sessions = peer.account.all("identity.verification_session");
    const returns = sessions
      .filter(({ metadata }) => JSON.stringify(metadata).includes(checkId))
      .map(({ id, return_url }) => [id === vendorSessionId, new URL(String(return_url)).pathname]);
    expect(returns.sort()).toEqual([
      [false, "/onboard/return"],
      [true, "/consent/return"],
    ]);
  });

  it("never appears in the custodians' queue", async () => {
    const { checkId, ctx, sessionId } = await sent();
    await expect(submitCheck(ctx, { attested: true })).rejects.toMatchObject({ code: "check_incomplete" });
    peer.processing(sessionId);
    await tell("processing", sessionId);
    expect(await statusOf(checkId)).toBe("submitted");
    const custodian = await makeCustodian();
    const { rows } = await checkList.read(staffCtx(custodian), { view: "waiting", q: checkId });
    expect(rows).toEqual([]);
    await expect(approveIdentity(staffCtx(custodian), { checkId })).rejects.toMatchObject({
      code: "not_for_custodians",
    });
  });
});

describe("Stripe's messages", () => {
  it("verified: records the identity as the document shows it, and activates the account", async () => {
    const { account, checkId, sessionId } = await sent();
    peer.verify(sessionId, ada);
    expect((await tell("verified", sessionId)).status).toBe(200);
    const identity = await db.identity.findUniqueOrThrow({ where: { userId: account.person.id } });
    expect(identity).toMatchObject({ checkId, legalName: "Ada Maria Example" });
    const check = await findLatestCheck(account.person.id);
    expect(check && (await readDocumentNumber(check))).toBe("D1234567");
    expect(check).toMatchObject({
      birthDate: new Date("1990-01-31"),
      documentType: "driving_licence",
      documentExpiry: new Date("2034-05-01"),
    });
    const aliases = await db.personAlias.findMany({ where: { userId: account.person.id } });
    expect(aliases.map(({ name }) => name).sort()).toEqual(["Ada Example", "Ada Lovely"]);
    expect((await db.soloAccount.findUniqueOrThrow({ where: { id: account.id } })).status).toBe("active");
    const line = await db.ledgerEntry.findFirstOrThrow({
      where: { subjectId: checkId, action: "identity_check.approved" },
    });
    expect(line).toMatchObject({ actorKind: "system", actorId: "stripe" });
    expect(line.detail).toContain(`vr_${sessionId.slice(3)}`);
  });

  it("count once, also when repeated in parallel", async () => {
    const { account, sessionId } = await sent();
    peer.verify(sessionId, ada);
    const message = peer.message("identity.verification_session.verified", sessionId);
    const answers = await Promise.all([1, 2, 3, 4].map(() => deliver(message)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await tell("verified", sessionId);
    expect(await db.webhookEvent.count({ where: { partnerId: account.partnerId } })).toBe(1);
    expect((await mailsTo(account.email)).filter(({ template }) => template === "identity_approved")).toHaveLength(1);
    expect(await db.vendorMessage.count({ where: { messageId: message.eventId } })).toBe(1);
  });

  it("may come out of order, because the session's state counts", async () => {
    const { checkId, sessionId } = await sent();
    peer.verify(sessionId, ada);
    await tell("verified", sessionId);
    await tell("processing", sessionId);
    await tell("created", sessionId);
    expect(await statusOf(checkId)).toBe("approved");
    const early = await sent();
    peer.verify(early.sessionId, ada);
    await tell("created", early.sessionId);
    expect(await statusOf(early.checkId)).toBe("approved");
  });

  it("find their check also when they arrive before the session's id is stored", async () => {
    const { checkId, sessionId } = await sent();
    await db.identityCheck.update({ where: { id: checkId }, data: { vendorSessionId: null } });
    peer.verify(sessionId, ada);
    await tell("verified", sessionId);
    expect(await statusOf(checkId)).toBe("approved");
  });

  it("under 18 by the document: rejected, no identity", async () => {
    const { account, checkId, sessionId } = await sent();
    const year = new Date().getUTCFullYear() - 17;
    peer.verify(sessionId, { ...ada, dob: { day: 1, month: 1, year } });
    await tell("verified", sessionId);
    expect(await checkOf(checkId)).toMatchObject({
      status: "rejected",
      rejectionReason: "under_age",
    });
    expect(await db.identity.count({ where: { userId: account.person.id } })).toBe(0);
  });

  it.each([
    ["document_expired", "document_expired"],
    ["selfie_face_mismatch", "face_differs"],
    ["document_unverified_other", "document_unreadable"],
    ["selfie_manipulated", "person_not_visible"],
    ["consent_declined", "check_abandoned"],
    ["something_new", "other"],
  ])("requires_input with %s: rejected as %s, and a new try is a new session", async (code, reason) => {
    const { account, ctx, checkId, sessionId } = await sent();
    peer.fail(sessionId, code);
    await tell("requires_input", sessionId);
    expect((await checkOf(checkId)).rejectionReason).toBe(reason);
    expect((await mailsTo(account.email)).some(({ template }) => template === "identity_rejected")).toBe(true);
    await startCheck(ctx, { accountId: account.id });
    expect(await beginVendorSession(ctx, { attested: true })).not.toContain(sessionId);
  });

  it("canceled: rejected, with another try", async () => {
    const { checkId, sessionId } = await sent();
    peer.cancel(sessionId);
    await tell("canceled", sessionId);
    expect((await checkOf(checkId)).rejectionReason).toBe("check_canceled");
  });

  it("are refused without a valid signature, and change nothing", async () => {
    const { checkId, sessionId } = await sent();
    peer.verify(sessionId, ada);
    const message = peer.message("identity.verification_session.verified", sessionId);
    const old = peer.message("identity.verification_session.verified", sessionId, {
      sentAt: new Date(Date.now() - 3_600_000),
    });
    expect((await deliver({ ...message, rawBody: `${message.rawBody} ` })).status).toBe(400);
    expect((await deliver({ ...message, signature: "t=1,v1=00" })).status).toBe(400);
    expect((await deliver({ ...message, signature: "" })).status).toBe(400);
    expect((await deliver(old)).status).toBe(400);
    expect(await statusOf(checkId)).toBe("draft");
    expect(await db.vendorMessage.count({ where: { messageId: message.eventId } })).toBe(0);
  });

  it("are not stored when Stripe is unreachable, so that Stripe sends them again", async () => {
    const { checkId, sessionId } = await sent();
    peer.verify(sessionId, ada);
    const message = peer.message("identity.verification_session.verified", sessionId);
    peer.breakDown(true);
    await expect(deliver(message)).rejects.toThrow();
    expect(await db.vendorMessage.count({ where: { messageId: message.eventId } })).toBe(0);
    peer.breakDown(false);
    expect((await deliver(message)).status).toBe(200);
    expect(await statusOf(checkId)).toBe("approved");
  });

  it("without a length and an end are cut off", async () => {
    const body = endlessBody();
    const request = new Request("http://localhost/api/hooks/stripe", {
      method: "POST",
      body: body.stream,
      headers: { "stripe-signature": "t=1,v1=00" },
      ...{ duplex: "half" },
    });
    expect((await POST(request)).status).toBe(413);
    expect(body.sent()).toBeLessThan(512 * 1024 + 4 * body.pieceBytes);
  });

  it("about anything else are stored and change nothing", async () => {
    const { checkId, sessionId } = await sent();
    const other = { ...peer.message("charge.succeeded", "ch_1") };
    expect((await deliver(other)).status).toBe(200);
    expect((await tell("redacted", sessionId)).status).toBe(200);
    expect(await statusOf(checkId)).toBe("draft");
  });
});

describe("returning from Stripe", () => {
  it("shows the outcome without waiting for the message", async () => {
    const { checkId, sessionId } = await sent();
    await refreshVendorCheck(systemCtx("stripe"), checkId);
    expect(await statusOf(checkId)).toBe("draft");
    peer.verify(sessionId, ada);
    await Promise.all([1, 2].map(() => refreshVendorCheck(systemCtx("stripe"), checkId)));
    expect(await statusOf(checkId)).toBe("approved");
  });
});
