import { db } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";

/** A partner's account as the content routes see it. */
export type Uploader = {
  id: string;
  partnerId: string;
  externalUserId: string;
  /** The creator; null until they are linked. */
  userId: string | null;
  isActive: boolean;
  /** What the creator answered, or not yet, where they were asked. */
  consent: "pending" | "approved" | "declined" | null;
  partnerName: string;
  /** Whether a depiction needs a compliance copy. */
  needsCopy: boolean;
};

/** A partner's account by its id. Throws `NotFound` for one that does not exist or is another partner's. */
export async function getUploader(partnerId: string, accountId: string): Promise<Uploader> {
  if (!isId(accountId)) throw new NotFound();
  const account = await db.soloAccount.findFirst({
    where: { id: accountId, partnerId },
    select: {
      id: true,
      partnerId: true,
      externalUserId: true,
      userId: true,
      status: true,
      linkRequest: { select: { decision: true } },
      partner: { select: { name: true, plan: true, copyOptional: true } },
    },
  });
  if (!account) throw new NotFound();
  const { status, linkRequest, partner, ...rest } = account;
  return {
    ...rest,
    isActive: status === "active",
    consent: linkRequest?.decision ?? null,
    partnerName: partner.name,
    needsCopy: partner.plan === "platform_pays" && !partner.copyOptional,
  };
}

/**
 * Makes sure that the creator has agreed to this platform. Throws `Conflict` `CONSENT_PENDING` or `CONSENT_DECLINED`.
 * Contract: Consent link request.
 */
export function assertConsent({ userId, consent }: Uploader): void {
  if (userId !== null) return;
  if (consent === "declined")
    throw new Conflict("CONSENT_DECLINED", "The creator has declined the link to your platform");
  if (consent === "pending") throw new Conflict("CONSENT_PENDING", "The creator has not answered the link request yet");
}

/** Throws `Conflict` `uploader_not_solo_active` unless the account is active. */
export function assertActive({ isActive }: Uploader): void {
  if (!isActive) throw new Conflict("uploader_not_solo_active", "The uploader has no active solo account");
}
