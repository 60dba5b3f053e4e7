import { z } from "zod";
import type { Ctx, PortalUserActor, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import type { ViewPurpose } from "@/lib/domain/identity";
import { assertMay } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { hmac, hmacMatches } from "@/lib/platform/crypto";
import { inTransaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { COPY_VIEWERS, getOpenableCopy } from "./openable-copy";

/**
 * Lets a member of the partner's team see a depiction's stored copy for ten minutes. The ledger records it before any
 * byte is sent. Throws `NotFound`, `Forbidden`, also `record_removed`, and `Conflict` `no_copy`.
 */
export async function openCopy(
  ctx: Ctx<PortalUserActor>,
  { depictionId }: { depictionId: string },
): Promise<{ grant: string; expiresAt: Date }> {
  if (!isId(depictionId)) throw new NotFound();
  const { partnerId, userId } = ctx.actor;
  await inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    await getOpenableCopy(tx, { depictionId, partnerId, as: "partner" });
    record(tx, { ctx, action: "depiction.viewed", subject: { kind: "depiction", id: depictionId } });
  });
  return writeCopyGrant({ depictionId, userId, as: "partner" });
}

/**
 * Lets a custodian see the stored copy of any partner's depiction for ten minutes, for a stated purpose. The ledger
 * records who and why before any byte is sent; the partner can't see that entry. Throws `NotFound`, `Forbidden`
 * (also `conflict_of_interest`), `Conflict` `no_copy`.
 */
export async function openCopyAsCustodian(
  ctx: Ctx<StaffActor>,
  { depictionId, purpose }: { depictionId: string; purpose: ViewPurpose },
): Promise<{ grant: string; expiresAt: Date }> {
  if (!isId(depictionId)) throw new NotFound();
  await inTransaction(async (tx) => {
    await assertNoConflict(tx, ctx, { depiction: depictionId });
    await getOpenableCopy(tx, { depictionId, as: "custodian" });
    const subject = { kind: "depiction", id: depictionId } as const;
    record(tx, { ctx, action: "depiction.viewed", subject, partnerId: null, reason: purpose });
  });
  return writeCopyGrant({ depictionId, userId: ctx.actor.userId, as: "custodian" });
}

const PURPOSE = "copy-view-grant";
const GRANT_MS = 10 * MINUTE_MS;

const Grant = z.object({
  depictionId: z.string(),
  userId: z.string(),
  as: z.enum(COPY_VIEWERS),
  expiresAt: z.number(),
});

/** A grant for a partner's user isn't valid for the same person as a custodian, and vice versa: see `as`. */
type GrantScope = Omit<z.output<typeof Grant>, "expiresAt">;

/** Signs a person's right to see the stored copy of one depiction for ten minutes. */
function writeCopyGrant(granted: GrantScope): { grant: string; expiresAt: Date } {
  const expiresAt = new Date(clock.now().getTime() + GRANT_MS);
  const content = JSON.stringify({ ...granted, expiresAt: expiresAt.getTime() });
  const body = Buffer.from(content).toString("base64url");
  return { grant: `${body}.${hmac(PURPOSE, body).toString("base64url")}`, expiresAt };
}

/** Whether a grant lets this person see this copy: false if forged, expired, or for another person or copy. */
export function isCopyGrantValid(grant: string | undefined, { depictionId, userId, as }: GrantScope): boolean {
  const [body, mac] = grant?.split(".") ?? [];
  if (!body || !mac || !hmacMatches(PURPOSE, body, Buffer.from(mac, "base64url"))) return false;
  const parsed = Grant.safeParse(JSON.parse(Buffer.from(body, "base64url").toString()));
  if (!parsed.success || parsed.data.depictionId !== depictionId || parsed.data.userId !== userId) return false;
  return parsed.data.as === as && parsed.data.expiresAt > clock.now().getTime();
}
