import type { Ctx, PartnerKeyActor } from "@/lib/domain/context";
import { AppError } from "@/lib/platform/errors";
import { offerUpload } from "./copies/copy-upload";
import { type FoundDepiction, findLogged } from "./find-logged";
import { insertDepiction } from "./insert-depictions";
import type { LoggedDepiction } from "./insertion";
import type { LogContent, LoggedContent, RepeatedContent } from "./schemas";
import { assertActive, assertConsent, getUploader, type Uploader } from "./uploader";

const TRIES = 4;

export type Logged = { created: true; content: LoggedContent } | { created: false; content: RepeatedContent };

/**
 * Records a depiction, or returns the record that this call repeats (same `externalContentId` or, where none was sent, same
 * `contentUrl` among those without one). A repeat is answered whatever has become of the account since. Contract: Content
 * depiction, log. Throws `Conflict` `CONSENT_PENDING`, `CONSENT_DECLINED`, `uploader_not_solo_active`, and 400
 * `COMPLIANCE_COPY_REQUIRED`.
 */
export async function logDepiction(ctx: Ctx<PartnerKeyActor>, uploader: Uploader, input: LogContent): Promise<Logged> {
  const handle = { accountId: uploader.id, externalContentId: input.externalContentId, contentUrl: input.contentUrl };
  // Again only when the account, or the record that was in the way, changed between two looks.
  for (let found = uploader, tries = 0; tries < TRIES; tries++) {
    const refusal = findRefusal(found, input);
    // Most calls are new and in order: they are written without asking first.
    const logged = refusal ? null : await insertDepiction({ ctx, uploader: found, input });
    if (logged) return presentLogged(logged);
    const repeated = await findLogged(handle);
    if (repeated) return presentRepeated(repeated);
    if (refusal) throw refusal;
    found = await getUploader(uploader.partnerId, uploader.id);
  }
  throw new Error("The account and its records do not hold still.");
}

function findRefusal(uploader: Uploader, { complianceCopy }: LogContent): AppError | null {
  try {
    assertConsent(uploader);
    assertActive(uploader);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  if (!uploader.needsCopy || complianceCopy) return null;
  return new AppError(400, "complianceCopy is required on your plan", { code: "COMPLIANCE_COPY_REQUIRED" });
}

async function presentLogged(logged: LoggedDepiction): Promise<Logged> {
  const { id, contentLogId, createdAt, copyState } = logged;
  const complianceCopyUpload = await offerUpload(logged);
  const content = { contentLogId, depictionId: id, createdAt: createdAt.toISOString(), complianceCopyUpload };
  return { created: true, content: { ...content, complianceCopy: copyState } };
}

async function presentRepeated(found: FoundDepiction): Promise<Logged> {
  const { id, contentLogId, copyState } = found;
  const complianceCopyUpload = await offerUpload(found);
  const content = { contentLogId, depictionId: id, duplicate: true as const, complianceCopyUpload };
  return { created: false, content: { ...content, complianceCopy: copyState } };
}
