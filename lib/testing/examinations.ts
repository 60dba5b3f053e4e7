import { randomBytes } from "node:crypto";
import { examinationSubject, startVisit, visitCookieName } from "@/lib/domain/acts";
import type { Ctx, ExaminerActor, StaffActor } from "@/lib/domain/core/context";
import {
  addOrder,
  askForSample,
  changeScope,
  confirmExamination,
  enterExamination,
  enterSample,
  openOrder,
  SampleExaminationInput,
  type SampleInput,
  showAccess,
} from "@/lib/domain/examinations";
import type { ScopeKind } from "@/lib/domain/examinations/labels";
import {
  askForPackage,
  changePackageScope,
  confirmPackage,
  enterPackage,
  makeRecordPackageTask,
  viewPackage,
} from "@/lib/domain/examinations/packages";
import type { ExaminationInput, PackageInput } from "@/lib/domain/examinations/schemas";
import { confirmCopy } from "@/lib/domain/records/content";
import { incomingKey } from "@/lib/domain/records/content/copies/copy-objects";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { storage } from "@/lib/platform/storage/storage";
import { ctxFor, keyCtx, type MadePartner, makeCustodian, makeDepiction, portalCtx, staffCtx } from "./factories";
import { makeSealable } from "./packages";
import { fillWholeSearch, firstRun } from "./run-jobs";
import { makePublication } from "./scenes";
import { integrateAll } from "./transparency";

/**
 * A production with a scene of two performers with IDs, releases and a published depiction whose copy is stored. `bytes`: of the copy.
 */
export async function makeExaminable({ names = ["Ada Example", "Berta Example"], bytes = 1000 } = {}) {
  const made = await makeSealable({ names });
  const { partner, uploader, scene } = made;
  const depiction = await makeDepiction(partner, {
    ...{ accountId: uploader.id, title: `Depiction ${newId()}`, copyBytes: bytes },
  });
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(bytes - 4)]);
  await storage().put(incomingKey(depiction.id), jpeg, { contentType: "image/jpeg" });
  await confirmCopy(keyCtx(partner), { accountId: uploader.id, externalContentId: depiction.externalContentId ?? "" });
  await makePublication(scene, { partnerId: partner.id, contentUrl: depiction.contentUrl });
  await fillWholeSearch();
  const checks = await db.identity.findMany({
    where: { userId: { in: made.performers.map(({ userId }) => userId) } },
    select: { userId: true, checkId: true },
  });
  const checkOf = (userId: string) => checks.find((one) => one.userId === userId)?.checkId ?? "";
  return { ...made, depiction, jpeg, checkOf };
}

export type Examinable = Awaited<ReturnType<typeof makeExaminable>>;

/** What a custodian enters of an examination that is open now. */
export const someExamination = (more: Partial<ExaminationInput> = {}): ExaminationInput => ({
  profile: "inspector",
  agency: "Department of Justice",
  examiner: "Jo Doe",
  credential: "Badge 4711",
  authority: "28 CFR 75.5",
  opensAt: new Date(clock.now().getTime() - 1000),
  closesAt: new Date(clock.now().getTime() + 8 * HOUR_MS),
  producedFrom: null,
  producedUntil: null,
  toldAfter: null,
  delayReason: null,
  ...more,
});

/** The file of a court's order. */
export const SOME_ORDER = Buffer.from("%PDF-1.7\nIn the matter of 24-117\n");

type Picked = readonly (readonly [kind: ScopeKind, itemId: string])[];

/** An examination that a custodian entered, with its scope, and a court's with its order unless told otherwise. */
export async function makeEntered(
  scope: Picked,
  { isOrdered = true, ...more }: Partial<ExaminationInput> & { isOrdered?: boolean } = {},
) {
  const enterer = staffCtx(await makeCustodian({ name: "Grace" }));
  const { examinationId: id } = await enterExamination(enterer, { id: newId(), ...someExamination(more) });
  for (const [kind, itemId] of scope) {
    await changeScope({ ...enterer, requestId: newId() }, { examinationId: id, kind, itemId, isIn: true });
  }
  if (more.profile === "court" && isOrdered) await addOrder(enterer, { examinationId: id, file: SOME_ORDER });
  return { id, enterer };
}

/** An examination that a second custodian confirmed, with its link and code, and its examiner. */
export async function makeExamination(scope: Picked, more: Partial<ExaminationInput> = {}) {
  const { id, enterer } = await makeEntered(scope, more);
  const confirmer = staffCtx(await makeCustodian({ name: "Hedy" }));
  if (more.profile === "court") await openOrder(confirmer, id);
  const { scopeRevision } = await db.examination.findUniqueOrThrow({ where: { id } });
  await confirmExamination(confirmer, { examinationId: id, scopeRevision });
  const { url, code } = await showAccess(enterer, id);
  const ctx = (): Ctx<ExaminerActor> => ctxFor({ kind: "examiner", examinationId: id, name: "Jo Doe" });
  return { id, enterer, confirmer, token: url.split("/").at(-1) ?? "", code, ctx };
}

/** What is asked of a sample of what was logged yesterday and today. */
export function someSample(more: Partial<SampleInput> = {}): SampleInput {
  const today = new Date(`${clock.now().toISOString().slice(0, 10)}T00:00:00Z`);
  const days = { from: new Date(today.getTime() - DAY_MS), until: today };
  return { acquirer: "First Acquirer", phrase: "our number 4711", basis: "logged", size: 3, ...days, ...more };
}

/** A sample that a partner's owner asked for, once it is drawn. */
export async function makeSample(partner: MadePartner, more: Partial<SampleInput> = {}) {
  const asked = { id: newId(), partnerId: partner.id, ...someSample(more) };
  const { sampleId } = await askForSample(portalCtx(partner), asked);
  await integrateAll();
  return sampleId;
}

/** The examination of a sample that two custodians opened, and its examiner. */
export async function makeExaminationOf(sampleId: string) {
  const [enterer, confirmer] = [staffCtx(await makeCustodian()), staffCtx(await makeCustodian())];
  const facts = SampleExaminationInput.parse(someExamination());
  const { examinationId: id } = await enterSample(enterer, { id: newId(), sampleId, ...facts });
  await confirmExamination(confirmer, { examinationId: id, scopeRevision: 1 });
  const { url, code } = await showAccess({ ...enterer, requestId: newId() }, id);
  const ctx = (): Ctx<ExaminerActor> => ctxFor({ kind: "examiner", examinationId: id, name: "Jo Doe" });
  return { id, enterer, token: url.split("/").at(-1) ?? "", code, ctx };
}

/** A browser in which the code was entered. */
export const enterCodeFor = async (examinationId: string) => {
  const { cookie } = await inTransaction((tx) =>
    startVisit(tx, examinationSubject(examinationId), { provenBy: "link_and_code" }),
  );
  return { cookie, name: visitCookieName(examinationId) };
};

/** What a custodian enters about a package. */
export const somePackage = (more: Partial<PackageInput> = {}): PackageInput => ({
  ...{ profile: "court", requester: "Jo Doe, District Court", authority: "Order 4711", reason: "Order of the court" },
  ...{ producedFrom: null, producedUntil: null, toldAfter: null, delayReason: null },
  ...more,
});

/** A package that a custodian entered and picked, as yet not made. */
export async function makeEnteredPackage(scope: Picked, more: Partial<PackageInput> = {}) {
  const [ctx, id] = [staffCtx(await makeCustodian()), newId()];
  await enterPackage(ctx, { id, ...somePackage(more) });
  for (const [kind, itemId] of scope) {
    await changePackageScope({ ...ctx, requestId: newId() }, { packageId: id, kind, itemId, isIn: true });
  }
  return { ctx, id };
}

/** Confirms a package as it is now. */
export async function confirmAsRead(ctx: Ctx<StaffActor>, packageId: string): Promise<void> {
  const { picked } = await viewPackage(ctx, packageId);
  await confirmPackage({ ...ctx, requestId: newId() }, { packageId, picked });
}

/** The same, confirmed by another custodian and made. */
export async function makePacked(...entered: Parameters<typeof makeEnteredPackage>) {
  const { ctx, id } = await makeEnteredPackage(...entered);
  await confirmAsRead(staffCtx(await makeCustodian()), id);
  await makeRecordPackageTask.run({ packageId: id }, firstRun);
  return { ctx, id };
}

/** The package of an open examination, for which its examiner asked. */
export async function makePackedExamination(ctx: Ctx<ExaminerActor>): Promise<string> {
  const { packageId } = await askForPackage(ctx);
  await makeRecordPackageTask.run({ packageId }, firstRun);
  return packageId;
}
