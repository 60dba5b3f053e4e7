import { expect, it } from "vitest";
import { askForPhotos } from "@/lib/domain/creators/decisions";
import { sha256, sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { linesOn } from "@/lib/testing/effects";
import { ctxFor, makeAccount, makeCustodian, staffCtx } from "@/lib/testing/factories";
import { makeFullDraft, makePhoto, makeReviewer, makeSubmitted } from "@/lib/testing/identity-checks";
import { visitByMail } from "@/lib/testing/onboarding-browser";
import { addPhoto, sendAskedPhotos, submitCheck, viewCheck } from ".";
import { DECLARATION, DECLARATION_TEXT } from "./documents";

const declarationsOf = (checkId: string) => db.attestation.findMany({ where: { subjectId: checkId } });

it("a declaration's words belong to its version", () => {
  // Somebody declares these words. When the hash changes, so must the version.
  expect([DECLARATION.version, sha256Hex(DECLARATION_TEXT)]).toEqual([
    "declaration-2026-11-21",
    "0c3ced3a6cec8436e162d3a0829bceb76a592ebd86660510991d64bce74b0c75",
  ]);
});

it("a sent check leaves one declaration, also after a double click, with the exact text and who made it from where", async () => {
  const account = await makeAccount();
  const { checkId } = await makeFullDraft(account);
  const { visit } = await visitByMail(account);
  const ctx = ctxFor({ kind: "person", userId: account.person.id, visit });
  const from = { ip: ctx.ip, userAgent: ctx.userAgent };
  await expect(submitCheck(ctx, { attested: false })).rejects.toMatchObject({ code: "not_attested" });
  expect(await declarationsOf(checkId)).toEqual([]);
  await Promise.allSettled([submitCheck(ctx, { attested: true }), submitCheck(ctx, { attested: true })]);

  const [declared, ...more] = await declarationsOf(checkId);
  expect(more).toEqual([]);
  const { submittedAt } = await db.identityCheck.findUniqueOrThrow({ where: { id: checkId } });
  expect(declared).toMatchObject({
    kind: "declaration",
    subjectKind: "identity_check",
    text: DECLARATION_TEXT,
    textVersion: DECLARATION.version,
    textSha256: new Uint8Array(sha256(DECLARATION_TEXT)),
    userId: account.person.id,
    email: account.email,
    proof: "mail_link",
    visitId: visit.id,
    ...from,
    attestedAt: submittedAt,
  });
  const line = (await linesOn(checkId)).find(({ action }) => action === "identity_check.submitted");
  expect(JSON.parse(line?.detail ?? "")).toMatchObject({ declaration: declared?.id, visit: visit.id, ...from });
  expect(line?.detail).not.toContain("perjury");

  const seen = await viewCheck(staffCtx(await makeCustodian()), { checkId, grant: undefined });
  expect(seen.declarations).toMatchObject([{ text: DECLARATION_TEXT, proof: "mail_link", at: submittedAt }]);
});

it("a better photo leaves another one, after the first", async () => {
  const { checkId, ctx } = await makeSubmitted();
  const reviewer = await makeReviewer(checkId);
  for (let round = 0; round < 2; round++) {
    await askForPhotos(reviewer, { checkId, photos: ["person"], reason: "blurred", note: "" });
    await addPhoto(ctx, { kind: "person", file: await makePhoto() });
    await sendAskedPhotos(ctx, { attested: true });
  }
  const { declarations } = await viewCheck(reviewer, { checkId, grant: undefined });
  const made = await declarationsOf(checkId);
  expect(declarations.map(({ id }) => id)).toEqual(made.map(({ id }) => id).toSorted());
  expect(declarations).toHaveLength(3);
});

it("a declaration never changes and is never deleted", async () => {
  const { checkId, ctx } = await makeFullDraft();
  await submitCheck(ctx, { attested: true });
  const before = await declarationsOf(checkId);
  await expect(db.attestation.updateMany({ where: { subjectId: checkId }, data: { ip: null } })).rejects.toThrow();
  await expect(db.attestation.deleteMany({ where: { subjectId: checkId } })).rejects.toThrow();
  await db.identityCheck.update({ where: { id: checkId }, data: { legalName: "Somebody Else" } });
  expect(await declarationsOf(checkId)).toEqual(before);
});
