import sharp from "sharp";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { approveIdentity as approve } from "@/lib/domain/creators/decisions";
import {
  addPhoto,
  openEvidence,
  saveDetails,
  saveDocument,
  startCheck,
  submitCheck,
  sweepIdentityObjectTask,
} from "@/lib/domain/identity";
import { photosNeeded } from "@/lib/domain/identity/documents";
import { withFacts } from "@/lib/domain/identity/id-facts";
import { STATEMENTS } from "@/lib/domain/identity/labels";
import { DetailsInput, DocumentInput } from "@/lib/domain/identity/schemas";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { type MadeAccount, makeAccount, makeCustodian, personCtx, staffCtx } from "./factories";
import { payloadsOf } from "./queue";

export const someDetails = (more: Partial<Record<keyof DetailsInput, unknown>> = {}) =>
  DetailsInput.parse({ legalName: "Ada Example", birthDate: "1990-01-31", otherNames: ["Ada Lovely"], ...more });

export const someDocument = (more: Partial<Record<keyof DocumentInput, unknown>> = {}) =>
  DocumentInput.parse({
    documentType: "passport",
    documentCountry: "DE",
    documentNumber: "C01X00T47",
    documentExpiry: "2034-05-01",
    ...more,
  });

/** A creator who is onboarding: an account, and a draft started from it. */
export async function makeDraft(account?: MadeAccount) {
  const from = account ?? (await makeAccount());
  const ctx = personCtx(from.person);
  const { checkId } = await startCheck(ctx, { accountId: from.id });
  return { account: from, person: from.person, ctx, checkId };
}

/** A complete draft. */
export async function makeFullDraft(
  account?: MadeAccount,
  { details = someDetails(), document = someDocument() } = {},
) {
  const draft = await makeDraft(account);
  await saveDetails(draft.ctx, details);
  await saveDocument(draft.ctx, document);
  for (const kind of photosNeeded(document.documentType)) {
    await addPhoto(draft.ctx, { kind, file: await makePhoto() });
  }
  return draft;
}

/** A check that waits for a custodian. */
export async function makeSubmitted(account?: MadeAccount, more?: Parameters<typeof makeFullDraft>[1]) {
  const draft = await makeFullDraft(account, more);
  await submitCheck(draft.ctx, { attested: true });
  return draft;
}

/** A custodian (new by default) who proved who they are just now, and has opened every photo of a check. */
export async function makeReviewer(checkId: string, given?: Ctx<StaffActor>) {
  const { actor, ...request } = given ?? staffCtx(await makeCustodian());
  const ctx = { ...request, actor: { ...actor, provenAt: clock.now() } };
  await openEvidence(ctx, { checkId, purpose: "identity_review" });
  return ctx;
}

/** A check of the person with this address that waits for the custodian `staff`, who has opened its photos. */
export const makeSubmittedFor = async (email: string) => reviewed(await makeAccount(undefined, { email }));

async function reviewed(account?: MadeAccount) {
  const sent = await makeSubmitted(account);
  return { ...sent, staff: await makeReviewer(sent.checkId) };
}

/** A custodian approves a check and states all that it takes. */
export const approveIdentity = (ctx: Ctx<StaffActor>, input: Omit<Parameters<typeof approve>[1], "statements">) =>
  approve(ctx, { statements: STATEMENTS, ...input });

/** A check that the custodian `staff` approved. */
export async function makeApproved(account?: MadeAccount) {
  const sent = await reviewed(account);
  await approveIdentity(sent.staff, { checkId: sent.checkId });
  return sent;
}

/** A check with its photos and the data of its ID. */
export async function checkOf(id: string) {
  const check = await db.identityCheck.findUniqueOrThrow({ where: { id }, include: { photos: true } });
  const [said] = await withFacts(db, [check]);
  if (!said) throw new Error("a check was lost");
  return said;
}

/** Makes a person's key one of a master key that isn't configured, so that nothing it sealed can be read. */
export const loseKey = (userId: string): Promise<number> => db.$executeRaw`
  UPDATE person_keys SET wrapped_key = set_byte(wrapped_key, 1, 255 - get_byte(wrapped_key, 1)) WHERE user_id = ${userId}`;

/** When the jobs that delete a stored object are due, in the order they were queued. */
export async function sweepsFor(storageKey: string): Promise<Date[]> {
  const jobs = await payloadsOf<{ storageKey: string }>(sweepIdentityObjectTask.name);
  return jobs.filter(({ payload }) => payload.data.storageKey === storageKey).map(({ runAt }) => runAt);
}

/** A photo like a phone's: a JPEG of one color with a location in its metadata. */
export function makePhoto(colour = "#7799bb", { width = 900, height = 600 } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .withExif({ IFD0: { Make: "Secret Phone" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
    .jpeg()
    .toBuffer();
}
