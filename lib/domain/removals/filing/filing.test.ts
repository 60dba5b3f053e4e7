import { describe, expect, it } from "vitest";
import { fillSearch } from "@/lib/domain/records/search";
import { withdrawItems } from "@/lib/domain/removals/deciding/return-items";
import { clock } from "@/lib/platform/clock";
import { hashToken, sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { fileClaim, mailedLink, signatureFor, someAnswers } from "@/lib/testing/claiming";
import { eventsOf, linesOn, mailsTo } from "@/lib/testing/effects";
import {
  freshEmail,
  makeAccount,
  makeDepiction,
  makePartner,
  makeUser,
  personCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { makeRemoval } from "@/lib/testing/removals";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { statementsOf } from "@/lib/testing/sql";
import { openClaim } from "../claim";
import { findClaimantView } from "../claimant-page/view-request";
import { findRecordsTask } from "../deciding/match-later";
import { findRemovalDraft, forgetDraftsTask, saveAnswers, sealDraft, startDraft, startOwnDraft } from "./drafts";
import { fileOwnRequest, fileRequest, isLiveLink } from "./file-request";
import { sendLink } from "./send-link";

const ctx = systemCtx("removal");

const requestOf = (id: string) =>
  db.removalRequest.findUniqueOrThrow({ where: { id }, include: { attestation: true, items: true, targets: true } });

/** A browser that was mailed five links. */
async function withFiveLinks() {
  const email = freshEmail("claimant");
  const { token } = await mailedLink({ email });
  for (let n = 0; n < 3; n++) await mailedLink({ email }, { token });
  const { link = "" } = await mailedLink({ email }, { token });
  return { email, token, link };
}

describe("a mailed link", () => {
  it("files one request, however often and from wherever its button is pressed", async () => {
    const partner = await makePartner();
    const depiction = await makeDepiction(partner);
    await fillSearch();
    const { link = "", email } = await mailedLink({
      urls: [depiction.contentUrl, "https://www.elsewhere.example.com/x"],
    });
    expect(await db.removalRequest.count({ where: { email } })).toBe(0);
    expect(await isLiveLink(link)).toBe(true);
    const at = new Date(Date.now() + HOUR_MS);
    clock.freeze(at);
    const presses = await Promise.all(Array.from({ length: 10 }, () => fileRequest(ctx, link)));
    expect(new Set(presses.map(({ id, pageToken }) => `${id} ${pageToken}`)).size).toBe(1);
    // Only the browser whose press filed it may open its page without a code.
    expect(presses.filter(({ cookie }) => cookie !== null)).toHaveLength(1);
    expect(await runJobs(findRecordsTask)).toBe(1);
    const [filed] = await db.removalRequest.findMany({ where: { email } });
    const { attestation, items, targets, ...request } = await requestOf(filed?.id ?? "");
    expect(request).toMatchObject({
      id: presses[0]?.id,
      status: "open",
      legalBasis: "NCII_TAKE_IT_DOWN",
      requestedAt: at,
      deadlineAt: new Date(at.getTime() + 48 * HOUR_MS),
      userId: null,
    });
    expect(Buffer.from(request.emailSha256).toString("hex")).toBe(sha256Hex(email));
    expect(attestation).toMatchObject({ kind: "removal", signedName: "Clara Claimant", proof: "mail_link", email });
    expect(attestation.text).toContain("without my consent");
    expect(items).toMatchObject([{ depictionId: depiction.id, status: "open", foundBy: "url" }]);
    expect(targets).toHaveLength(2);
    expect(openClaim(request)).toMatchObject({ name: "Clara Claimant", actsFor: null });
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual(["removal_link", "removal_news"]);
    const lines = await linesOn(request.id);
    expect(lines.filter(({ action }) => action === "removal_request.filed")).toMatchObject([{ partnerId: null }]);
    expect(await eventsOf(partner)).toEqual([]);
  });

  it("closes a production that names the claimant, and tells its partner no address", async () => {
    const partner = await makePartner();
    const email = freshEmail("claimant");
    const production = await makeProduction({ producer: await makeProducer([partner]), performers: [email] });
    const { id } = await fileClaim({ email });
    const [event] = (await eventsOf(partner)).filter(({ type }) => type === "production.takedown_requested");
    expect(event?.data).toMatchObject({
      productionId: production.id,
      removalRequestId: id,
      performerEmailHash: sha256Hex(email),
    });
    expect(JSON.stringify(event)).not.toMatch(/claimant\.|Clara/);
  });

  it("ends after a day, and what was written is forgotten", async () => {
    const { link = "", token } = await mailedLink();
    const { id = "" } = (await findRemovalDraft(token)) ?? {};
    clock.freeze(new Date(Date.now() + DAY_MS));
    await expect(fileRequest(ctx, link)).rejects.toMatchObject({ status: 404 });
    expect(await findRemovalDraft(token)).toBeNull();
    await forgetDraftsTask.run({}, firstRun);
    expect(await db.removalDraft.count({ where: { id } })).toBe(0);
  });

  it("ends when the address is corrected", async () => {
    const first = await mailedLink();
    const second = await mailedLink({}, { token: first.token });
    expect(await isLiveLink(first.link ?? "")).toBe(false);
    await expect(fileRequest(ctx, first.link ?? "")).rejects.toMatchObject({ status: 404 });
    await fileRequest(ctx, second.link ?? "");
    expect(await db.removalRequest.count({ where: { email: { in: [first.email, second.email] } } })).toBe(1);
  });

  it("is not sent with a statement that changed, or with answers missing", async () => {
    const answers = someAnswers();
    const { token } = await startDraft(answers);
    const network = "203.0.113.0/24";
    const stale = { ...signatureFor(answers), token, network };
    await saveAnswers(token, { consent: "withdrawn" });
    await expect(sendLink(ctx, stale)).rejects.toMatchObject({ code: "statement_changed" });
    await saveAnswers(token, { subject: "someone" });
    await expect(sendLink(ctx, stale)).rejects.toMatchObject({ code: "draft_incomplete" });
    expect(await mailsTo(answers.email ?? "")).toEqual([]);
  });

  it("is mailed to one mailbox five times a day from a network, and the sixth answer is the same", async () => {
    const email = freshEmail("claimant");
    for (let n = 0; n < 5; n++) await mailedLink({ email });
    expect(await mailsTo(email)).toHaveLength(5);
    await mailedLink({ email });
    expect(await mailsTo(email)).toHaveLength(5);
    // Nobody uses up another network's mails.
    await mailedLink({ email }, { network: "198.51.100.0/24" });
    expect(await mailsTo(email)).toHaveLength(6);
  });

  it("is mailed to the person whose mailbox others fill, and only mails that were sent count", async () => {
    const email = freshEmail("claimant");
    const from = (network: number) => mailedLink({ email }, { network: `198.51.${network}.0/24` });
    for (const network of [1, 2, 3, 4]) for (let n = 0; n < 6; n++) await from(network);
    expect(await mailsTo(email)).toHaveLength(20);
    await from(5);
    expect(await mailsTo(email)).toHaveLength(21);
    await from(5);
    await from(4);
    expect(await mailsTo(email)).toHaveLength(21);
    // Another draft's withheld link for this mailbox is a row that doesn't count.
    const sent = await db.removalDraft.count({ where: { email, network: { not: null } } });
    expect(sent).toBe(21);
  });

  it("can't be pressed, and its draft is none, once this version can't read them", async () => {
    const unreadable = [
      (id: string) => sealDraft(id, { answers: { kind: "another kind" }, claim: { kind: "another kind" } }),
      () => Buffer.from("broken"),
    ];
    for (const seal of unreadable) {
      const { link = "", token, email } = await mailedLink();
      for (const row of await db.removalDraft.findMany({
        where: { OR: [{ email }, { tokenHash: hashToken(token) }] },
      })) {
        await db.removalDraft.update({ where: { id: row.id }, data: { answers: seal(row.id) } });
      }
      expect([await findRemovalDraft(token), await isLiveLink(link)]).toEqual([null, false]);
      await expect(saveAnswers(token, { kind: "work" })).rejects.toMatchObject({ status: 404 });
      await expect(fileRequest(ctx, link)).rejects.toMatchObject({ status: 404 });
    }
  });

  it("files what was signed last when a sixth mail is withheld, unless the address is another", async () => {
    const email = freshEmail("claimant");
    const { token } = await mailedLink({ email });
    for (let n = 0; n < 4; n++) await mailedLink({ email }, { token });
    const { link = "" } = await mailedLink({ email, description: "It shows me at the sea." }, { token });
    const { id } = await fileRequest(ctx, link);
    expect(openClaim(await requestOf(id))).toMatchObject({ description: "It shows me at the sea." });
    const other = freshEmail("full");
    for (let n = 0; n < 5; n++) await mailedLink({ email: other });
    const first = await mailedLink();
    await mailedLink({ email: other }, { token: first.token });
    expect(await isLiveLink(first.link ?? "")).toBe(false);
  });

  it("works another day when its claimant signs again and no mail is sent", async () => {
    const { email, token, link } = await withFiveLinks();
    clock.advance(23 * HOUR_MS);
    await mailedLink({ email }, { token });
    expect(await mailsTo(email)).toHaveLength(5);
    clock.advance(23 * HOUR_MS);
    expect(await isLiveLink(link)).toBe(true);
  });

  it("is mailed again to whoever pressed the last one, and files what they signed again", async () => {
    const { email, token, link } = await withFiveLinks();
    const first = await fileRequest(ctx, link);
    const again = await mailedLink({ email, description: "It shows me at the sea." }, { token });
    const second = await fileRequest(ctx, again.link ?? "");
    expect(second.id).not.toBe(first.id);
    expect(openClaim(await requestOf(second.id))).toMatchObject({ description: "It shows me at the sea." });
  });
});

it("is filed with the same work for addresses and URLs that we know, and records are found behind it", async () => {
  const partner = await makePartner();
  const known = await makeAccount(partner, { status: "active", email: freshEmail("known") });
  const [depiction, named] = [await makeDepiction(partner, { accountId: known.id }), await makeDepiction(partner)];
  await fillSearch();
  const work = async (email: string, urls: string[]) => {
    const { link = "" } = await mailedLink({ email, urls });
    let id = "";
    const statements = await statementsOf(async () => {
      ({ id } = await fileRequest(ctx, link));
    });
    return { id, statements };
  };
  const unknown = await work(freshEmail("unknown"), ["https://elsewhere.example.com/1"]);
  const theirs = await work(known.email, [named.contentUrl]);
  expect(theirs.statements).toEqual(unknown.statements);
  await runJobs(findRecordsTask);
  const { items } = await requestOf(theirs.id);
  expect(items.map((item) => [item.depictionId, item.status, item.foundBy])).toEqual([
    [named.id, "open", "url"],
    [depiction.id, "suggested", "email"],
  ]);
  expect((await requestOf(unknown.id)).items).toEqual([]);
});

describe("a request from a person's own account", () => {
  async function ownDraft() {
    const partner = await makePartner();
    const account = await makeAccount(partner, { status: "active", email: freshEmail("creator") });
    const depiction = await makeDepiction(partner, { accountId: account.id, title: "Poolside" });
    await db.indexEntry.findFirstOrThrow({ where: { depictionId: depiction.id, userId: account.person.id } });
    const by = personCtx(account.person);
    const { token } = await startOwnDraft(by, { record: { kind: "depiction", id: depiction.id } });
    const { kind, age, spread, consent, name } = someAnswers();
    const answers = await saveAnswers(token, { kind, age, spread, consent, name });
    return { account, depiction, by, token, signature: { token, ...signatureFor(answers), signedName: "C. Claimant" } };
  }

  it("needs no link, and is about the chosen record", async () => {
    const { account, depiction, by, token, signature } = await ownDraft();
    const presses = await Promise.all([fileOwnRequest(by, signature), fileOwnRequest(by, signature)]);
    expect(presses[0]).toEqual(presses[1]);
    const { items, attestation, ...request } = await requestOf(presses[0].id);
    expect(request).toMatchObject({ userId: account.person.id, email: account.email });
    expect(attestation).toMatchObject({ proof: "session", userId: account.person.id });
    expect(attestation.text).toContain("It is the record that I chose in my account: “Poolside”.");
    expect(await findClaimantView(presses[0].pageToken)).toMatchObject({
      signedName: "C. Claimant",
      things: [{ kind: "account", name: "Poolside" }],
    });
    expect(items.filter(({ status }) => status === "open")).toMatchObject([
      { depictionId: depiction.id, foundBy: "account" },
    ]);
    await expect(sendLink(ctx, { ...signature, token, network: "" })).rejects.toMatchObject({ status: 404 });
  });

  it("isn't for other people, nor about records that they aren't in", async () => {
    const { depiction, signature } = await ownDraft();
    const other = personCtx((await makeAccount()).person);
    await expect(fileOwnRequest(other, signature)).rejects.toMatchObject({ status: 404 });
    const record = { kind: "depiction", id: depiction.id } as const;
    await expect(startOwnDraft(other, { record })).rejects.toMatchObject({ status: 404 });
  });
});

describe("the open requests of one mailbox", () => {
  it("are ten: the eleventh waits on its page until one is decided or withdrawn, with nothing told to others", async () => {
    const email = freshEmail("claimant");
    const open: { id: string }[] = [];
    for (let n = 0; n < 10; n++) open.push(await makeRemoval({ email }));
    for (const status of ["decided", "withdrawn"] as const) await makeRemoval({ email, status });
    const { link = "" } = await mailedLink({ email });
    const mails = (await mailsTo(email)).length;
    await expect(fileRequest(ctx, link)).rejects.toMatchObject({ status: 409, code: "too_many_open" });
    expect([await db.removalRequest.count({ where: { email } }), (await mailsTo(email)).length]).toEqual([12, mails]);
    expect(await isLiveLink(link)).toBe(true);
    await inTransaction((tx) => withdrawItems(tx, ctx, open[0]?.id ?? ""));
    const { id } = await fileRequest(ctx, link);
    expect((await fileRequest(ctx, link)).id).toBe(id);
  });

  it("are ten also when several links are pressed at once", async () => {
    const email = freshEmail("claimant");
    for (let n = 0; n < 9; n++) await makeRemoval({ email });
    const links = [];
    for (let n = 0; n < 4; n++) links.push((await mailedLink({ email }, { network: `198.51.${n}.0/24` })).link ?? "");
    const presses = await Promise.allSettled(links.map((link) => fileRequest(ctx, link)));
    expect(presses.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db.removalRequest.count({ where: { email } })).toBe(10);
  });

  it("are ten also from an account", async () => {
    const user = await makeUser();
    for (let n = 0; n < 10; n++) await makeRemoval({ email: user.email });
    const draft = await startDraft({ account: { userId: user.id, record: null } });
    const answers = await saveAnswers(draft.token, someAnswers({ email: user.email }));
    const filing = fileOwnRequest(personCtx(user), { ...draft, ...signatureFor(answers) });
    await expect(filing).rejects.toMatchObject({ code: "too_many_open" });
  });
});
