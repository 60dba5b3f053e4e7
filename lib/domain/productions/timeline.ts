import { type HistoryLine, readLedger, whoInWords } from "@/lib/domain/core/ledger";
import { db } from "@/lib/platform/db";
import type { Reader } from "./production-access";

const SHOWN = 200;
const PARTNER_KINDS: ReadonlySet<string> = new Set(["partner_key", "portal_user"]);

/**
 * A production's latest events, newest first, for its producer or a linked partner. The producer reads which platform acted, a
 * partner only that it was another one. The caller checks access.
 */
export async function readTimeline({ actor }: Reader, productionId: string): Promise<HistoryLine[]> {
  const reader = "partnerId" in actor ? actor.partnerId : "";
  const entries = await readLedger("linked", { about: [{ kind: "production", ids: [productionId] }], take: SHOWN });
  const own = entries.filter(({ partnerId }) => partnerId === reader);
  const [who, nameOf] = await Promise.all([
    whoInWords(
      reader,
      own.map(({ actor: who }) => who),
    ),
    reader === "" ? platformNames(entries.flatMap(({ partnerId }) => partnerId ?? [])) : () => "another platform",
  ]);
  return entries.map((entry) => {
    const { seq, at, did, action, actor: by, partnerId, detail } = entry;
    const { count } = detail;
    const isOthers = partnerId !== reader;
    return {
      id: `${seq}`,
      at,
      did,
      by: isOthers && PARTNER_KINDS.has(by.kind) ? nameOf(partnerId) : who(by),
      to: action === "production.partner_linked" ? (isOthers ? nameOf(partnerId) : "your platform") : null,
      more: typeof count === "number" ? `${count} ${count === 1 ? "depiction" : "depictions"}` : null,
    };
  });
}

async function platformNames(ids: readonly string[]): Promise<(id: string | null) => string> {
  const rows = await db.$queryRaw<{ id: string; name: string }[]>`
    SELECT id, name FROM partners WHERE id = ANY (${[...new Set(ids)]}::text[])`;
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id ?? "") ?? "a platform";
}
