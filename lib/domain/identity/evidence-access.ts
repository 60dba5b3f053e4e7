import { z } from "zod";
import { LOOK_MS } from "@/lib/domain/custody/looks";
import { clock } from "@/lib/platform/clock";
import { hmac, hmacMatches } from "@/lib/platform/crypto";
import type { LockedCheck } from "./lock-check";
import { VIEW_PURPOSES, type ViewPurpose } from "./view-purposes";

/** Whether this check waits for a custodian's decision. */
export const isUnderReview = (check: Pick<LockedCheck, "status" | "driver">): boolean =>
  check.status === "submitted" && check.driver === "custodian_review";

/** Whether a look covered every photo of a check. */
export const coversPhotos = (
  { photos }: { photos: readonly string[] },
  check: { photos: readonly { id: string }[] },
): boolean => check.photos.every(({ id }) => photos.includes(id));

const PURPOSE = "identity-view-grant";

const Grant = z.object({
  checkId: z.string(),
  userId: z.string(),
  purpose: z.enum(VIEW_PURPOSES),
  expiresAt: z.number(),
});

type GrantScope = { checkId: string; userId: string; purpose: ViewPurpose };

/** A custodian's right to view the evidence of one check, as long as their look is current. */
export function writeGrant({ openedAt, ...scope }: GrantScope & { openedAt: Date }): {
  grant: string;
  expiresAt: Date;
} {
  const expiresAt = new Date(openedAt.getTime() + LOOK_MS);
  const body = Buffer.from(JSON.stringify({ ...scope, expiresAt: expiresAt.getTime() })).toString("base64url");
  return { grant: `${body}.${hmac(PURPOSE, body).toString("base64url")}`, expiresAt };
}

/** Whether a purpose allows viewing this check. A review's right ends with the decision. */
export const allowsPurpose = (purpose: ViewPurpose, check: Pick<LockedCheck, "status" | "driver">): boolean =>
  purpose !== "identity_review" || isUnderReview(check);

/** What a grant allows this custodian to see of this check; null when it is forged, expired, or for another one. */
export function readGrant(
  grant: string | undefined,
  { checkId, userId }: { checkId: string; userId: string },
): { purpose: ViewPurpose; expiresAt: Date } | null {
  const [body, mac] = grant?.split(".") ?? [];
  if (!body || !mac || !hmacMatches(PURPOSE, body, Buffer.from(mac, "base64url"))) return null;
  const parsed = Grant.safeParse(JSON.parse(Buffer.from(body, "base64url").toString()));
  if (!parsed.success) return null;
  const { purpose, expiresAt } = parsed.data;
  if (parsed.data.checkId !== checkId || parsed.data.userId !== userId) return null;
  return expiresAt > clock.now().getTime() ? { purpose, expiresAt: new Date(expiresAt) } : null;
}
