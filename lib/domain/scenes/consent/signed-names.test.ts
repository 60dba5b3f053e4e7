import { describe, expect, it } from "vitest";
import { viewCheck } from "@/lib/domain/identity";
import { db } from "@/lib/platform/db";
import { eventTypesOf, linesOn } from "@/lib/testing/effects";
import { makeIdentity, makeUser } from "@/lib/testing/factories";
import { approveIdentity, makeSubmittedFor } from "@/lib/testing/identity-checks";
import { answered, openLink } from "@/lib/testing/performers";
import { makeScene, readScene } from "@/lib/testing/scenes";
import { viewSceneRecord } from "../custody/view-record";
import { findReleaseFacts } from "../releases/draw-release";
import { signRelease } from "./sign-release";

/** A performer whose ID says “Legalia Namesworth”, before the signature. */
async function setUp({ verified = true } = {}) {
  const scene = await makeScene();
  const [performer] = scene.performers;
  if (verified) await makeIdentity(await makeUser({ email: performer.email }), { legalName: "Legalia Namesworth" });
  const ctx = await openLink(performer);
  const answers = await answered(ctx, performer);
  const press = (signedName: string, more: { addsName?: boolean } = {}) =>
    signRelease(ctx, { performerId: performer.id, signedName, ...answers, ...more });
  const aliases = () => db.personAlias.findMany({ where: { userId: ctx.actor.userId } });
  return { scene, performer, ctx, press, aliases };
}

describe("a verified performer", () => {
  it("can't sign as somebody else, and isn't told the verified name", async () => {
    const { scene, press, aliases } = await setUp();
    const refusal = await press("Alex Example").catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 422, code: "name_differs", field: "signedName" });
    expect(String(refusal)).not.toMatch(/Legalia|Namesworth/i);
    expect(await readScene(scene)).toMatchObject({ status: "pending_signatures", performers: [{ releaseId: null }] });
    expect(await aliases()).toEqual([]);
    expect(await press("namesworth, LEGÁLIA Rose")).toEqual({ signed: true });
    expect(await readScene(scene)).toMatchObject({ status: "greenlit" });
  });

  it("adds the name that they use and signs with it, in one act", async () => {
    const { scene, performer, ctx, press, aliases } = await setUp();
    expect(await press("Nova Star", { addsName: true })).toEqual({ signed: true });
    const [alias] = await aliases();
    const { performers } = await readScene(scene);
    expect(await findReleaseFacts(performer.id)).toMatchObject({ nameMatch: "other" });
    expect(alias).toMatchObject({ name: "Nova Star", retiredAt: null, createdAt: performers[0]?.signedAt });
    const [line] = (await linesOn(ctx.actor.userId)).filter(({ action }) => action === "person_alias.added");
    expect(line).toMatchObject({ actorKind: "person", actorId: ctx.actor.userId });
    expect(JSON.parse(line?.detail ?? "")).toEqual({
      aliasId: alias?.id,
      signing: performer.id,
      visit: ctx.actor.visit?.id,
      ip: ctx.ip,
      userAgent: ctx.userAgent,
    });
    expect(line?.detail).not.toContain("Nova");
  });

  it("adds no name that they have already, and none without a signature", async () => {
    const { press, aliases } = await setUp();
    await expect(press("<Nova>", { addsName: true })).rejects.toMatchObject({ status: 400, field: "signedName" });
    expect(await aliases()).toEqual([]);
    await press("Legalia Namesworth", { addsName: true });
    await press("Nova Star", { addsName: true });
    expect(await aliases()).toEqual([]);
  });

  it("signs with a registered name, also one no longer in use", async () => {
    const { ctx, press, aliases } = await setUp();
    const row = { id: "retired", userId: ctx.actor.userId, name: "Nova", retiredAt: new Date() };
    await db.personAlias.create({ data: row });
    expect(await press("nova")).toEqual({ signed: true });
    expect(await aliases()).toHaveLength(1);
  });
});

describe("a performer who isn't verified", () => {
  it("signs with any name, which stays out of their record until a custodian compares it", async () => {
    const { scene, performer, press, aliases } = await setUp({ verified: false });
    expect(await press("Alex Example", { addsName: true })).toEqual({ signed: true });
    expect(await aliases()).toEqual([]);
    const { checkId, staff } = await makeSubmittedFor(performer.email);
    const { details } = await viewCheck(staff, { checkId, grant: undefined });
    expect(details?.signatures).toMatchObject([{ name: "Alex Example", sceneId: scene.id }]);
    await expect(approveIdentity(staff, { checkId })).rejects.toMatchObject({ code: "name_differs" });
    expect(await eventTypesOf(scene.partner)).toEqual([]);
    await approveIdentity(staff, { checkId, seenNames: ["Alex Example"] });
    expect(await readScene(scene)).toMatchObject({ status: "greenlit" });
    const [line] = (await linesOn(checkId)).filter(({ action }) => action === "identity_check.approved");
    expect(JSON.parse(line?.detail ?? "")).toMatchObject({ otherSignatures: [expect.any(String)] });
    const record = await viewSceneRecord(staff, scene.id);
    expect(record.performers).toMatchObject([{ legalName: "Ada Example", nameMatch: "none" }]);
  });
});
