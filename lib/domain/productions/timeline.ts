import { z } from "zod";
import { type LedgerAction, whoInWords } from "@/lib/domain/core/ledger";
import { db } from "@/lib/platform/db";
import type { Reader } from "./production-access";

/** What the producer and linked partners may see of a production's history. */
const SHOWN = [
  "created",
  "edited",
  "partner_linked",
  "scene_added",
  "scene_removed",
  "depictions_added",
  "depictions_removed",
  "sealing_started",
  "sealed",
  "sealing_failed",
  "documented",
  "renewed",
  "imported",
  "records_inspected",
  "takedown_requested",
  "frozen",
  "takedown_confirmed",
  "takedown_rejected",
  "takedown_complete",
  "taken_down",
  "revoked",
] as const;

/** One event of a production's timeline. */
export type ProductionEvent = {
  at: Date;
  what: (typeof SHOWN)[number];
  /** Who did it, to follow "by". The producer reads which platform, a partner only that it was another one. */
  by: string;
  /** The platform that was linked or took it down, in the same words; null for the reader's own. */
  partner: string | null;
  /** How many depictions were added or removed. */
  count: number | null;
};

const actionOf = (what: ProductionEvent["what"]): LedgerAction =>
  what === "renewed" || what === "imported" ? `certificate.${what}` : `production.${what}`;
const EVENTS_SHOWN = 200;
const Detail = z.object({ count: z.int().nullable().default(null) }).catch({ count: null });

/** A production's latest events, newest first. The caller checks access. */
export async function readTimeline({ actor }: Reader, productionId: string): Promise<ProductionEvent[]> {
  const reader = "partnerId" in actor ? actor.partnerId : "";
  const lines = await db.ledgerEntry.findMany({
    where: { subjectKind: "production", subjectId: productionId, action: { in: SHOWN.map(actionOf) } },
    select: { action: true, at: true, actorKind: true, actorId: true, partnerId: true, detail: true },
    orderBy: { seq: "desc" },
    take: EVENTS_SHOWN,
  });
  const whoOf = (line: (typeof lines)[number]) => ({ kind: line.actorKind, id: line.actorId });
  const own = lines.filter((line) => line.partnerId === reader);
  const [who, nameOf] = await Promise.all([
    whoInWords(reader, own.map(whoOf)),
    reader === "" ? platformNames(lines.flatMap(({ partnerId }) => partnerId ?? [])) : () => "another platform",
  ]);
  return lines.flatMap((line) => {
    const what = SHOWN.find((one) => actionOf(one) === line.action);
    if (!what) return [];
    const isOthers = PARTNER_KINDS.has(line.actorKind) && line.partnerId !== reader;
    return {
      at: line.at,
      what,
      by: isOthers ? nameOf(line.partnerId) : who(whoOf(line)),
      partner: NAMING.has(what) && line.partnerId !== reader ? nameOf(line.partnerId) : null,
      count: Detail.parse(JSON.parse(line.detail)).count,
    };
  });
}

const NAMING: ReadonlySet<string> = new Set(["partner_linked", "taken_down"]);
const PARTNER_KINDS: ReadonlySet<string> = new Set(["partner_key", "portal_user"]);

async function platformNames(ids: readonly string[]): Promise<(id: string | null) => string> {
  const rows = await db.$queryRaw<{ id: string; name: string }[]>`
    SELECT id, name FROM partners WHERE id = ANY (${[...new Set(ids)]}::text[])`;
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id ?? "") ?? "a platform";
}
