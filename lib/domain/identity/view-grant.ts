import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { hmac, hmacMatches } from "@/lib/platform/crypto";
import type { LockedCheck } from "./lock-check";
import { LOOK_MS } from "./looks";
import { isUnderReview } from "./review-guards";
import { VIEW_PURPOSES, type ViewPurpose } from "./view-purposes";

const PURPOSE = "identity-view-grant";

const Grant = z.object({
  checkId: z.string(),
  userId: z.string(),
  purpose: z.enum(VIEW_PURPOSES),
  expiresAt: z.number(),
});

type Granted = { checkId: string; userId: string; purpose: ViewPurpose };

/** A custodian's right to see the evidence of one check, for as long as the ledger entry of opening it lasts. */
export function writeGrant({ openedAt, ...granted }: Granted & { openedAt: Date }): { grant: string; expiresAt: Date } {
  const expiresAt = new Date(openedAt.getTime() + LOOK_MS);
  const body = Buffer.from(JSON.stringify({ ...granted, expiresAt: expiresAt.getTime() })).toString("base64url");
  return { grant: `${body}.${hmac(PURPOSE, body).toString("base64url")}`, expiresAt };
}

/** A review ends with its decision, and with it the right that it gave. Other purposes outlast it. */
export const stillHolds = (purpose: ViewPurpose, check: Pick<LockedCheck, "status" | "driver">): boolean =>
  purpose !== "identity_review" || isUnderReview(check);

/** What a grant allows this custodian to see of this check; null when it is forged, somebody else's, or over. */
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
