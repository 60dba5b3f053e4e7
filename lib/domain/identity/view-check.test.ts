import { describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { MINUTE_MS } from "@/lib/platform/duration";
import { linesOn } from "@/lib/testing/effects";
import { makeAccount, makeCustodian, makeUser, staffCtx } from "@/lib/testing/factories";
import {
  approveIdentity,
  makeApproved,
  makeFullDraft,
  makeReviewer,
  makeSubmitted,
} from "@/lib/testing/identity-checks";
import { addNote, listCheckHistory, openEvidence, viewCheck, viewPhoto } from ".";

const looks = async (checkId: string) =>
  (await linesOn(checkId)).filter(({ action }) => action === "identity_check.viewed");
const whatTheIdSays = ["C01X00T47", "Ada Example", "Ada Lovely", "1990-01-31"];

describe("viewing a check", () => {
  it("under review shows the ID's data, and writes one ledger entry", async () => {
    const { checkId } = await makeSubmitted();
    const before = (await linesOn(checkId)).length;
    const ctx = staffCtx(await makeCustodian());
    const check = await viewCheck(ctx, { checkId, grant: undefined });
    expect(check.details).toMatchObject({
      documentNumber: "C01X00T47",
      legalName: "Ada Example",
      birthDate: new Date("1990-01-31"),
      otherNames: ["Ada Lovely"],
    });
    expect(check.open).toBeNull();
    expect(check.isNearlyDue).toBe(false);
    const lines = await linesOn(checkId);
    expect(lines).toHaveLength(before + 1);
    expect(lines.at(-1)).toMatchObject({
      action: "identity_check.viewed",
      actorKind: "staff",
      actorId: ctx.actor.userId,
      reason: "identity_review",
      requestId: ctx.requestId,
    });
    expect((await listCheckHistory(ctx, checkId)).rows[0]).toMatchObject({
      who: "Casey Custodian",
      reason: "identity_review",
    });
  });

  it("under review shows nothing of the ID to a session that proved itself more than 15 minutes ago", async () => {
    clock.freeze(new Date());
    const { checkId } = await makeSubmitted();
    const ctx = await makeReviewer(checkId);
    await addNote(ctx, { checkId, text: "Ada Example looks older" });
    clock.advance(15 * MINUTE_MS);
    const check = await viewCheck(ctx, { checkId, grant: undefined });
    expect(check).toMatchObject({ mustProve: true, open: null, details: null, risks: [], notes: [] });
    const { rows } = await listCheckHistory(ctx, checkId);
    for (const text of whatTheIdSays) expect(JSON.stringify([check, rows])).not.toContain(text);
    expect((await looks(checkId)).at(-1)).toMatchObject({ reason: null });
    const again = { ...ctx, actor: { ...ctx.actor, provenAt: clock.now() } };
    expect(await viewCheck(again, { checkId, grant: undefined })).toMatchObject({
      mustProve: false,
      details: { legalName: "Ada Example" },
    });
  });

  it("writes one ledger entry per review and ten minutes, for any number of tabs", async () => {
    clock.freeze(new Date());
    const { checkId } = await makeSubmitted();
    const [ctx, other] = [staffCtx(await makeCustodian()), staffCtx(await makeCustodian())];
    const view = (by = ctx, grant?: string) => viewCheck(by, { checkId, grant });
    await Promise.all([view(), view(), view(), view()]);
    const { grant } = await openEvidence(ctx, { checkId, purpose: "identity_review" });
    for (const kind of ["document_front", "person"] as const) await viewPhoto(ctx, { checkId, kind, grant });
    await view(ctx, grant);
    const shown = async () =>
      (await linesOn(checkId))
        .filter(({ actorKind, actorId }) => actorKind === "staff" && actorId === ctx.actor.userId)
        .map(({ action, reason }) => [action, reason]);
    const review = [
      ["identity_check.viewed", "identity_review"],
      ["identity_check.opened", "identity_review"],
    ];
    expect(await shown()).toEqual(review);
    await view(other);
    expect(await looks(checkId)).toHaveLength(2);

    clock.advance(10 * MINUTE_MS);
    await view(ctx, grant);
    expect(await shown()).toEqual([...review, ["identity_check.viewed", "identity_review"]]);
    await approveIdentity(ctx, { checkId });
    await view();
    await view();
    expect(await shown()).toEqual([
      ...review,
      ["identity_check.viewed", "identity_review"],
      ["identity_check.approved", null],
      ["identity_check.viewed", null],
    ]);
  });

  it("already decided shows no ID data without a purpose, and is recorded too", async () => {
    const { checkId, staff: ctx, person } = await makeApproved();
    const check = await viewCheck(ctx, { checkId, grant: undefined });
    expect(check).toMatchObject({ details: null, open: null, status: "approved", email: person.email });
    for (const secret of whatTheIdSays) expect(JSON.stringify(check)).not.toContain(secret);
    const [look, ...more] = await looks(checkId);
    expect(look).toMatchObject({ actorId: ctx.actor.userId, reason: null });
    expect(more).toEqual([]);
  });

  it("already decided shows the ID's data with a grant, until it expires", async () => {
    const { checkId, staff: ctx } = await makeApproved();
    const { grant } = await openEvidence(ctx, { checkId, purpose: "court_order" });
    expect((await viewCheck(ctx, { checkId, grant })).details?.documentNumber).toBe("C01X00T47");
    expect((await linesOn(checkId)).at(-1)).toMatchObject({ action: "identity_check.opened", reason: "court_order" });
    const other = staffCtx(await makeCustodian());
    expect((await viewCheck(other, { checkId, grant })).details).toBeNull();
    clock.advance(10 * 60_000);
    expect((await viewCheck(ctx, { checkId, grant })).details).toBeNull();
  });

  it("ignores the review's grant once the review is over", async () => {
    const { checkId } = await makeSubmitted();
    const ctx = await makeReviewer(checkId);
    const { grant } = await openEvidence(ctx, { checkId, purpose: "identity_review" });
    await approveIdentity(ctx, { checkId });
    expect(await viewCheck(ctx, { checkId, grant })).toMatchObject({ details: null, open: null });
  });

  it("is only for custodians, and not for their own record or a draft", async () => {
    const { checkId } = await makeSubmitted();
    const before = (await linesOn(checkId)).length;
    const stranger = staffCtx(await makeUser());
    await expect(viewCheck(stranger, { checkId, grant: undefined })).rejects.toMatchObject({ status: 403 });
    expect(await linesOn(checkId)).toHaveLength(before);

    const custodian = await makeCustodian();
    const own = await makeSubmitted(await makeAccount(undefined, { email: custodian.email }));
    const look = { checkId: own.checkId, grant: undefined };
    await expect(viewCheck(staffCtx(custodian), look)).rejects.toMatchObject({ code: "conflict_of_interest" });
    expect(await looks(own.checkId)).toEqual([]);

    const draft = await makeFullDraft();
    await expect(viewCheck(staffCtx(custodian), { checkId: draft.checkId, grant: undefined })).rejects.toMatchObject({
      status: 404,
    });
    expect(await looks(draft.checkId)).toEqual([]);
  });
});
