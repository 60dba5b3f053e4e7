import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { custodianHistory, entriesToProve, type LedgerAction, partnerHistory } from "@/lib/domain/core/ledger";
import { proofArchive } from "@/lib/domain/core/transparency";
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

const PROVEN = 1_000;

/** Proofs of a depiction's history for its partner: of the latest 1,000 entries, what the page shows of them. Throws `NotFound`. Contract: Proofs of history. */
export async function proveDepiction({ actor: { partnerId } }: Ctx<PortalUserActor>, depictionId: string) {
  const found = isId(depictionId) && (await db.depiction.findFirst({ where: { id: depictionId, partnerId } }));
  if (!found) throw new NotFound();
  const entries = await entriesToProve("partner", { partnerId, about: about(depictionId), take: PROVEN });
  return { fileName: `proofs-${depictionId}.zip`, zip: await proofArchive(entries) };
}
