import { custodianHistory, type LedgerAction, partnerHistory } from "@/lib/domain/core/ledger";
import { proofsFor } from "@/lib/domain/core/transparency";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";

const SHOWN = 200;
const VIEWS: LedgerAction[] = ["depiction.opened", "depiction.viewed"];

type Part = { take: number; action: { in: LedgerAction[] } | { notIn: LedgerAction[] } };

/** The latest 200 changes and the latest 200 views, newest first. */
async function historyOf<Line extends { id: string }>(read: (part: Part) => Promise<Line[]>) {
  const [changes, views] = await Promise.all([
    read({ take: SHOWN, action: { notIn: VIEWS } }),
    read({ take: SHOWN + 1, action: { in: VIEWS } }),
  ]);
  const history = [...changes, ...views.slice(0, SHOWN)].toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1));
  return { history, hasMoreViews: views.length > SHOWN };
}

const about = (depictionId: string) => [{ kind: "depiction", ids: [depictionId] }] as const;

/** A depiction's history for its partner, naming its own keys and people, or "the custodian". */
export const depictionHistory = (partnerId: string, depictionId: string) =>
  historyOf((part) => partnerHistory("partner", { partnerId, about: about(depictionId), ...part }));

/** A depiction's history for a custodian, naming everyone. */
export const recordHistory = (depictionId: string) =>
  historyOf(async (part) => (await custodianHistory({ about: about(depictionId), ...part })).rows);

/** Proofs of a depiction's history for its partner. Contract: Proofs of history. */
export const depictionProofs = proofsFor(async ({ actor: { partnerId } }, depictionId) => {
  if (!isId(depictionId) || (await db.depiction.count({ where: { id: depictionId, partnerId } })) === 0)
    throw new NotFound();
  return { audience: "partner", about: about(depictionId) };
});
