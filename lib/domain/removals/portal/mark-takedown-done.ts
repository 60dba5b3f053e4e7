import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { endTakedowns, keepAnswer } from "@/lib/domain/custody/takedown-clocks";
import { assertMay } from "@/lib/domain/parties/people";
import { markTakenDown } from "@/lib/domain/productions";
import { removePublication } from "@/lib/domain/scenes";
import { inTransaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { Conflict, NotFound, TooOften } from "@/lib/platform/errors";
import type { RateLimit } from "@/lib/platform/rate-limit/memory-limiter";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { openableUrl, requestUrl } from "../url-checks/request-url";
import { takedownList } from "./list-takedowns";

/**
 * A member of the partner's team records that what a takedown is about is no longer published. A publication is recorded as removed,
 * and a production as taken down by this partner. A repeat returns the first time. Throws `NotFound`, `Forbidden`, and `Conflict`
 * `takedown_canceled`.
 */
export async function markTakedownDone(ctx: Ctx<PortalUserActor>, takedownId: string): Promise<{ closedAt: Date }> {
  const { partnerId } = ctx.actor;
  const found = await takedownList.get(ctx, takedownId, { view: "all" });
  const { depictionId, productionId, publicationId, sceneId } = found;
  if (found.closedAt === null) {
    if (productionId) await markTakenDown(ctx, { productionId });
    // Without a reason: it goes to the scene's owner, another partner, who must not learn of the request.
    else if (publicationId && sceneId) await removePublication(ctx, { sceneId, pubId: publicationId });
  }
  return inTransaction(async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    // A depiction was removed when its takedown started, and a publication or production may have been earlier.
    if (depictionId) await endTakedowns(tx, ctx, { partnerId, depictionId });
    if (productionId) await endTakedowns(tx, ctx, { partnerId, productionId });
    if (publicationId) await endTakedowns(tx, ctx, { partnerId, publicationId });
    const { closedAt, outcome } = await tx.takedown.findUniqueOrThrow({
      where: { id: takedownId },
      select: { closedAt: true, outcome: true },
    });
    if (!closedAt || outcome === "no_longer_asked") {
      throw new Conflict("takedown_canceled", "This takedown was canceled. You don’t have to do anything.");
    }
    return { closedAt };
  });
}

const UNCHECKABLE = "We can’t check this URL for you: we open only https:// addresses on the public internet.";
const LIMIT: RateLimit = { name: "takedown_check", limit: 30, windowMs: MINUTE_MS };

/**
 * Requests the URL of a takedown once, without following redirects, and keeps its HTTP status; 0 if there was no answer. Throws
 * `NotFound`, also for a takedown without a URL, `Forbidden`, `TooOften`, `Conflict` `unusable_url`.
 */
export async function checkTakedownUrl(
  ctx: Ctx<PortalUserActor>,
  takedownId: string,
): Promise<{ checkedStatus: number }> {
  const { partnerId } = ctx.actor;
  await inTransaction((tx) => assertMay(tx, ctx, { partnerId, to: "manage_records" }));
  const { url } = await takedownList.get(ctx, takedownId, { view: "all" });
  if (!url) throw new NotFound();
  const target = openableUrl(url);
  if (!target) throw new Conflict("unusable_url", UNCHECKABLE);
  const { admitted } = await rateLimiter().take(LIMIT, partnerId);
  if (!admitted) throw new TooOften(`Your team checked ${LIMIT.limit} URLs in the last minute. Wait a moment.`);
  const checkedStatus = (await requestUrl(target)).status;
  await inTransaction(async (tx) => {
    await keepAnswer(tx, { takedownId, partnerId, checkedStatus });
    const subject = { kind: "takedown", id: takedownId } as const;
    record(tx, { ctx, action: "takedown.url_checked", subject, detail: { checkedStatus } });
  });
  return { checkedStatus };
}

/** Why we can't check a URL, in words for the partner; null if we can. */
export const whyUncheckable = (url: string): string | null => (openableUrl(url) ? null : UNCHECKABLE);
