import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fillSearch } from "@/lib/domain/records/search";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { fileClaim } from "@/lib/testing/claiming";
import { mailsTo } from "@/lib/testing/effects";
import { makeCustodian, makeDepiction, makePartner, staffCtx, systemCtx } from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { itemOf } from "@/lib/testing/removal-cases";
import { makeItem, readRemoval } from "@/lib/testing/removals";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { makeGreenlitScene, makePublication } from "@/lib/testing/scenes";
import { NEWS, removalLinkMail, removalNewsMail } from "../claimant-mails/tell-claimant";
import { confirmItem } from "../deciding/confirm-item";
import { closeRequest } from "../deciding/handle-request";
import { findRecordsTask, matchLaterTask } from "../deciding/match-later";
import { rejectItem } from "../deciding/reject-item";
import { addUrls, answer, appeal, withdrawRequest } from "./change-request";
import { findClaimantView } from "./view-request";

const ctx = systemCtx("removal");

const newsOf = async (email: string) =>
  (await mailsTo(email)).flatMap(({ template, props }) => (template === "removal_news" ? [props.news] : []));

/** A filed request about one depiction. */
async function filed() {
  const depiction = await makeDepiction(await makePartner(), { title: "A title of the platform" });
  await fillSearch();
  const { id, pageToken: token, email } = await fileClaim({ urls: [depiction.contentUrl] });
  return { id, token, email, depiction, view: async () => findClaimantView(token) };
}

/** Decides every open item. */
async function decide(id: string, status: "confirmed" | "rejected") {
  const [first, second] = [await makeCustodian(), await makeCustodian()];
  const proposed = { proposedById: first.id, proposedAt: new Date(), proposedReason: "It shows someone else." };
  if (status === "rejected")
    await db.removalItem.updateMany({ where: { requestId: id, status: "open" }, data: proposed });
  const decided = { decidedById: second.id, decidedAt: new Date(), reason: "It shows someone else." };
  await db.removalItem.updateMany({ where: { requestId: id, status: "open" }, data: { status, ...decided } });
  await db.removalRequest.update({ where: { id }, data: { status: "decided", decidedAt: new Date() } });
}

describe("a claimant's page", () => {
  it("is the same before a decision, and after the request is withdrawn, whether its URL and file are recorded or not", async () => {
    const at = new Date();
    const [file, path] = [randomBytes(32), `clips/${newId()}`];
    const named = { urls: [`https://tube.example/${path}`], sha256s: [file.toString("hex")] };
    /** Everything that the claimant can read. */
    const story = async () => {
      clock.freeze(at);
      const { id, pageToken: token, email } = await fileClaim(named);
      const seen: unknown[] = [await findClaimantView(token)];
      clock.advance(1000);
      seen.push(await addUrls(ctx, { token, urls: [`https://tube.example/2/${path}`] }));
      await matchLaterTask.run({}, firstRun);
      seen.push(await findClaimantView(token));
      await withdrawRequest(ctx, { token });
      seen.push(await findClaimantView(token), await newsOf(email));
      return {
        items: await db.removalItem.count({ where: { requestId: id } }),
        seen: JSON.stringify(seen).replaceAll(id, "…"),
      };
    };
    const unknown = await story();
    const partner = await makePartner();
    const there = { contentUrl: `https://www.tube.example/${path}` };
    for (const data of [there, { fileHash: file }, { contentUrl: `http://tube.example/2/${path}` }])
      await makeDepiction(await makePartner(), data);
    const scene = await makeGreenlitScene(partner);
    await makePublication(scene, { partnerId: partner.id, depictionSha256: file });
    await fillSearch();
    const known = await story();
    expect([unknown.items, known.items]).toEqual([0, 4]);
    expect(known.seen).toBe(unknown.seen);
    expect(known.seen).toContain('"outcome":"open"');
  });

  it("shows what they named with its outcome, the same for what was removed before, and copies once confirmed", async () => {
    const file = randomBytes(32);
    const [up, removed, no] = [
      await makeDepiction(await makePartner(), { fileHash: file, title: "A title of the platform" }),
      await makeDepiction(await makePartner(), { removedAt: clock.now(), removedByKind: "system", removalReason: "x" }),
      await makeDepiction(await makePartner()),
    ];
    const copy = await makeDepiction(await makePartner(), { fileHash: file });
    await fillSearch();
    const records = [up, removed, no];
    const nowhere = "https://elsewhere.example.com/1";
    const { id, pageToken: token } = await fileClaim({
      kind: "work",
      urls: [...records.map(({ contentUrl }) => contentUrl), nowhere],
    });
    const page = async () => {
      const { things = [], ...rest } = (await findClaimantView(token)) ?? {};
      expect(JSON.stringify(rest)).not.toMatch(new RegExp(records.flatMap((one) => [one.id, one.partnerId]).join("|")));
      return things.map(({ kind, name, outcome, reasons }) => [name ?? kind, outcome, ...reasons]);
    };
    const custodian = staffCtx(await makeCustodian());
    const decide = async (act: typeof confirmItem | typeof rejectItem, record: { id: string }) =>
      act(custodian, { itemId: itemOf(await readRemoval({ id }), record).id, reason: act.name });
    const named = [...records.map(({ contentUrl }) => contentUrl), nowhere];
    await decide(confirmItem, up);
    await decide(confirmItem, removed);
    // The copy is open.
    expect(await page()).toEqual([
      [named[0], "confirmed", "confirmItem"],
      [named[1], "confirmed", "confirmItem"],
      [named[2], "open"],
      [nowhere, "open"],
    ]);
    await decide(rejectItem, no);
    await decide(confirmItem, copy);
    expect(await page()).toEqual([
      [named[0], "confirmed", "confirmItem"],
      [named[1], "confirmed", "confirmItem"],
      [named[2], "rejected", "rejectItem"],
      [nowhere, "not_found"],
      ["copies", "confirmed", "confirmItem"],
    ]);
    expect(await findClaimantView(`${token}x`)).toBeNull();
  });

  it("shows as described what was found at nothing they named, unless they described nothing", async () => {
    for (const [description, kind] of [
      ["It shows me at the lake.", "description"],
      ["", "others"],
    ] as const) {
      const { id, pageToken: token } = await fileClaim({ description });
      const { id: depictionId } = await makeDepiction(await makePartner());
      await makeItem({ id }, { depictionId, foundBy: "similar", status: "open" });
      const things = async () => (await findClaimantView(token))?.things.map((thing) => [thing.kind, thing.outcome]);
      expect(await things()).toEqual([["url", "open"]]);
      await decide(id, "confirmed");
      expect(await things()).toEqual([
        ["url", "not_found"],
        [kind, "confirmed"],
      ]);
    }
  });

  it("stays decided when a record is found later, until it is decided on, and can be appealed meanwhile", async () => {
    const url = `https://tube.example/${newId()}`;
    const { id, pageToken: token, email } = await fileClaim({ urls: [url] });
    for (const by of [await makeCustodian(), await makeCustodian()])
      await closeRequest(staffCtx(by), { requestId: id, reason: "No platform has it." });
    const before = await findClaimantView(token);
    expect(before).toMatchObject({ status: "decided", things: [{ outcome: "not_found" }], mayAppeal: true });
    await makeDepiction(await makePartner(), { contentUrl: url });
    await fillSearch();
    await matchLaterTask.run({}, firstRun);
    expect(await db.removalRequest.findUniqueOrThrow({ where: { id } })).toMatchObject({ status: "open" });
    expect({ ...(await findClaimantView(token)), deadlineAt: null }).toEqual({ ...before, deadlineAt: null });
    await expect(answer(ctx, { token, text: "x" })).rejects.toMatchObject({ code: "request_closed" });
    await expect(withdrawRequest(ctx, { token })).rejects.toMatchObject({ code: "request_decided" });
    expect(await newsOf(email)).toEqual(["filed", "decided"]);
    await appeal(ctx, { token, text: "It is there." });
    expect(await findClaimantView(token)).toMatchObject({ status: "open", things: [{ outcome: "open" }] });
  });

  it("takes another URL, once, and finds what is there", async () => {
    const { id, token, view, depiction } = await filed();
    const other = await makeDepiction(await makePartner());
    await fillSearch();
    const urls = [other.contentUrl];
    const both = await Promise.all([addUrls(ctx, { token, urls }), addUrls(ctx, { token, urls })]);
    expect(both.map(({ added }) => added).toSorted()).toEqual([0, 1]);
    await runJobs(findRecordsTask, { removalId: id });
    expect((await view())?.things.map(({ name }) => name)).toEqual([depiction.contentUrl, other.contentUrl]);
    expect(await db.removalItem.count({ where: { requestId: id } })).toBe(2);
  });

  it("answers a custodian", async () => {
    const { id, token, view } = await filed();
    await db.removalRequest.update({ where: { id }, data: { askedAt: new Date() } });
    expect(await view()).toMatchObject({ isAsked: true });
    await answer(ctx, { token, text: "It was in May." });
    expect(await view()).toMatchObject({ isAsked: false, messages: [{ from: "claimant", text: "It was in May." }] });
    const { text } = await db.removalMessage.findFirstOrThrow({ where: { requestId: id } });
    expect(Buffer.from(text).toString()).not.toContain("May");
  });

  it("withdraws, once, and the production is as before", async () => {
    const partner = await makePartner();
    const { id, token, email, view } = await filed();
    const production = await makeProduction({ producer: await makeProducer([partner]), performers: [email] });
    await fileClaim({ email });
    const other = await db.removalRequest.findFirstOrThrow({ where: { email, id: { not: id } } });
    expect(await db.production.findUnique({ where: { id: production.id } })).toMatchObject({
      status: "takedown_pending",
    });
    await Promise.all([withdrawRequest(ctx, { token }), withdrawRequest(ctx, { token })]);
    expect(await view()).toMatchObject({ status: "withdrawn", things: [{ outcome: "withdrawn" }] });
    expect((await newsOf(email)).filter((news) => news === "withdrawn")).toHaveLength(1);
    await expect(addUrls(ctx, { token, urls: ["https://a.example.com/"] })).rejects.toMatchObject({ status: 409 });
    // The other request still asks.
    expect(other.status).toBe("open");
    expect(await db.production.findUnique({ where: { id: production.id } })).toMatchObject({
      status: "takedown_pending",
    });
  });

  it("appeals, once, with what was rejected open again", async () => {
    const { id, token, email, view } = await filed();
    const appealed = { token, text: "That is my tattoo." };
    await expect(appeal(ctx, appealed)).rejects.toMatchObject({ code: "request_undecided" });
    await decide(id, "rejected");
    expect(await view()).toMatchObject({
      status: "decided",
      mayAppeal: true,
      things: [{ outcome: "rejected", reasons: ["It shows someone else."] }],
    });
    await Promise.all([appeal(ctx, appealed), appeal(ctx, appealed)]);
    expect(await view()).toMatchObject({
      status: "open",
      mayAppeal: false,
      things: [{ outcome: "open", reasons: [] }],
      messages: [{ isAppeal: true, text: "That is my tattoo." }],
    });
    expect((await newsOf(email)).filter((news) => news === "appealed")).toHaveLength(1);
    await decide(id, "confirmed");
    expect(await view()).toMatchObject({ mayAppeal: false });
  });
});

it("no mail says what a request is about", () => {
  const url = "https://records.example.com/removal/x";
  const props = { url, deadline: "2026-11-25T12:00:00.000Z" };
  const mails = [removalLinkMail.compose({ url }), ...NEWS.map((news) => removalNewsMail.compose({ ...props, news }))];
  expect(new Set(mails.map(({ heading }) => heading)).size).toBe(mails.length);
  for (const { subject, preview, heading } of mails) {
    expect(`${subject} ${preview} ${heading}`).not.toMatch(/image|video|intimate|removal|nude|takedown/i);
  }
});
