import { expect, it } from "vitest";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import {
  addPhoto,
  endHandoff,
  findHandoff,
  finishHandoff,
  HANDOFF_MS,
  openHandoff,
  removePhoto,
  saveDetails,
  saveDocument,
  setPhotosAsked,
  startCheck,
  startHandoff,
  submitCheck,
  takeHandoff,
} from "@/lib/domain/identity";
import { clock } from "@/lib/platform/clock";
import { randomToken } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { linesOn } from "@/lib/testing/effects";
import { ctxFor, personCtx, systemCtx } from "@/lib/testing/factories";
import { makePhoto, someDetails, someDocument } from "@/lib/testing/identity-checks";
import { creatorAtPhotos, visitByMail } from "@/lib/testing/onboarding-browser";
import { atOnce } from "@/lib/testing/sql";

const phoneCtx = systemCtx("handoff");

/** A desktop with a draft whose document is known, that shows a link. */
async function desktop() {
  const at = await creatorAtPhotos();
  await saveDetails(at.ctx, someDetails());
  await saveDocument(at.ctx, someDocument());
  await startHandoff(at.ctx);
  return { ...at, link: await linkOf(at) };
}

async function linkOf({ ctx, checkId }: { ctx: Ctx<PersonActor>; checkId: string }): Promise<string> {
  const shown = await findHandoff(ctx, checkId);
  if (shown?.at !== "waiting") throw new Error(`the link is ${shown?.at}`);
  return shown.url.split("/").at(-1) ?? "";
}

const press = (token: string, secret = randomToken()) => takeHandoff(phoneCtx, { token, press: secret });

/** The phone that used the link: its secret, and who acts on it. */
async function phoneOf(token: string) {
  const secret = (await press(token))?.value;
  const open = await openHandoff(token, secret);
  if (!open || open === "unused") throw new Error("the link opened nothing");
  return { secret, open, ctx: ctxFor(open.actor) };
}

const photo = async (ctx: Ctx<PersonActor>, kind: "document_front" | "person") =>
  addPhoto(ctx, { kind, file: await makePhoto() });

const actionsOn = async (checkId: string) =>
  (await linesOn(checkId)).map(({ action }) => action.split(".")[1]).filter((action) => action?.includes("hand"));

it("takes the photos of one draft, and the desktop learns that they are taken", async () => {
  const { ctx, checkId, link } = await desktop();
  expect(await openHandoff(link, undefined)).toBe("unused");
  expect(await openHandoff(link, undefined)).toBe("unused");
  const phone = await phoneOf(link);
  expect(await findHandoff(ctx, checkId)).toMatchObject({ at: "used" });
  await expect(finishHandoff(phone.ctx)).rejects.toThrow("still missing");
  await photo(phone.ctx, "document_front");
  await photo(phone.ctx, "person");
  await finishHandoff(phone.ctx);
  expect(await findHandoff(ctx, checkId)).toEqual({ at: "finished" });
  expect(await openHandoff(link, phone.secret)).toMatchObject({ finished: true });
  await expect(removePhoto(phone.ctx, { kind: "person" })).rejects.toThrow();
  await expect(finishHandoff(phone.ctx)).rejects.toThrow();
  expect(await actionsOn(checkId)).toEqual(["handoff_started", "handoff_used", "handoff_finished"]);
  await submitCheck(ctx, { attested: true });
  expect(await openHandoff(link, phone.secret)).toBeNull();
  expect(await db.photoHandoff.count({ where: { checkId } })).toBe(0);
});

it("shows the phone only the photos that it took", async () => {
  const { ctx, link } = await desktop();
  await photo(ctx, "document_front");
  const { open, secret } = await phoneOf(link);
  expect(open.photos).toMatchObject([{ kind: "document_front", isOwn: false }]);
  expect(Object.keys(open).sort()).toEqual(["actor", "documentType", "finished", "partnerName", "photos"]);
  await photo(ctxFor(open.actor), "person");
  expect(await openHandoff(link, secret)).toMatchObject({
    photos: [{ isOwn: false }, { kind: "person", isOwn: true }],
  });
});

it("shows the phone no photo that the desktop adds later", async () => {
  const { ctx, link } = await desktop();
  const { open, secret } = await phoneOf(link);
  await photo(ctx, "document_front");
  await photo(ctxFor(open.actor), "person");
  expect(await openHandoff(link, secret)).toMatchObject({
    photos: [
      { kind: "document_front", isOwn: false },
      { kind: "person", isOwn: true },
    ],
  });
  await photo(ctx, "person");
  expect(await openHandoff(link, secret)).toMatchObject({ photos: [{ isOwn: false }, { isOwn: false }] });
});

it("is used by one of two phones, and by a double click", async () => {
  const { checkId, link } = await desktop();
  const won: (string | null)[] = [];
  const take = async () => void won.push((await press(link))?.value ?? null);
  await atOnce(take, take);
  expect(won.filter(Boolean)).toHaveLength(1);
  const secret = won.find(Boolean) ?? "";
  expect(await press(link, secret)).toMatchObject({ value: secret, path: "/handoff" });
  expect(await press(link)).toBeNull();
  expect(await openHandoff(link, randomToken())).toBeNull();
  expect(await openHandoff(link, undefined)).toBeNull();
  expect(await actionsOn(checkId)).toEqual(["handoff_started", "handoff_used"]);
});

it("opens nothing by a guess, an earlier link, another draft’s phone or a short secret", async () => {
  const [one, other] = [await desktop(), await desktop()];
  expect(await press(randomToken())).toBeNull();
  expect(await openHandoff(randomToken(), randomToken())).toBeNull();
  expect(await press(one.link, "short")).toBeNull();
  const phone = await phoneOf(other.link);
  expect(await openHandoff(one.link, phone.secret)).toBe("unused");
  await startHandoff(one.ctx);
  expect(await press(one.link)).toBeNull();
  expect(await openHandoff(await linkOf(one), undefined)).toBe("unused");
  // Another visit isn't shown the link of this one.
  expect(await findHandoff(other.ctx, one.checkId)).toBeNull();
});

it("is over when the desktop ends it, for a phone in the middle of a photo too", async () => {
  const { ctx, checkId, link } = await desktop();
  const phone = await phoneOf(link);
  await endHandoff(ctx);
  expect(await openHandoff(link, phone.secret)).toBeNull();
  await expect(photo(phone.ctx, "person")).rejects.toThrow();
  expect(await db.identityPhoto.count({ where: { checkId } })).toBe(0);
  await endHandoff(ctx);
  expect(await actionsOn(checkId)).toEqual(["handoff_started", "handoff_used", "handoff_ended"]);
});

it("is over after fifteen minutes, of a link and of a phone", async () => {
  const { ctx, checkId, link } = await desktop();
  const past = () => {
    const until = new Date(clock.now().getTime() - 1);
    const data = { expiresAt: until, createdAt: new Date(until.getTime() - HANDOFF_MS) };
    return db.photoHandoff.update({ where: { checkId }, data });
  };
  await past();
  expect([await press(link), await openHandoff(link, undefined), await findHandoff(ctx, checkId)]).toEqual([
    null,
    null,
    null,
  ]);
  await startHandoff(ctx);
  const token = await linkOf({ ctx, checkId });
  const phone = await phoneOf(token);
  await past();
  expect(await openHandoff(token, phone.secret)).toBeNull();
  await expect(photo(phone.ctx, "person")).rejects.toThrow();
});

it("is over when the draft is sent, or another visit continues it", async () => {
  const { account, ctx, checkId, link } = await desktop();
  const phone = await phoneOf(link);
  const mail = ctxFor({
    kind: "person" as const,
    userId: account.person.id,
    visit: (await visitByMail(account)).visit,
  });
  await startCheck(mail, { accountId: account.id });
  expect(await openHandoff(link, phone.secret)).toBeNull();
  await expect(photo(phone.ctx, "person")).rejects.toThrow();
  expect(await findHandoff(mail, checkId)).toBeNull();
  await expect(endHandoff(ctx)).rejects.toThrow();

  await startHandoff(mail);
  const again = await linkOf({ ctx: mail, checkId });
  for (const kind of ["document_front", "person"] as const) await photo(mail, kind);
  await submitCheck(mail, { attested: true });
  expect(await press(again)).toBeNull();
});

it("adds nothing to a sent check, also if a custodian asks for that photo while it is on its way", async () => {
  const { ctx, checkId, link } = await desktop();
  const phone = await phoneOf(link);
  for (const kind of ["document_front", "person"] as const) await photo(ctx, kind);
  await submitCheck(ctx, { attested: true });
  const asked = {
    photosAsked: ["person" as const],
    photosAskedAt: clock.now(),
    photosProblem: "blurred" as const,
    photosNote: null,
  };
  await inTransaction((tx) => setPhotosAsked(tx, { id: checkId, asked }));
  await expect(photo(phone.ctx, "person")).rejects.toThrow();
  await photo(ctx, "person");
});

it("needs a visit, and the document", async () => {
  const { ctx, account } = await creatorAtPhotos();
  await expect(startHandoff(ctx)).rejects.toThrow("Enter your document first.");
  await saveDocument(ctx, someDocument());
  await expect(startHandoff(personCtx(account.person))).rejects.toThrow("Enter your document first.");
});
