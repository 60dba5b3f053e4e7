import { sha256Hex } from "@/lib/platform/crypto";
import { rowsIn, type Tx } from "@/lib/platform/db";
import type { RemovalFoundBy, RemovalItemStatus, RemovalStatus, TakedownOutcome } from "@/prisma/generated/client";
import { type Finding, findingOf } from "../url-checks/request-url";
import { groupsOf } from "./named-things";

/** Where one platform is with what was confirmed, or all copies together are. Nothing that says which platform it is. */
export type Platform = {
  /** `copies`: all copies and similar images that the claimant didn't name, on any platform, also on a named one. */
  kind: "named" | "copies";
  /** Until when it must come down; null if it was down before the decision. */
  deadlineAt: Date | null;
  /** When the platform said that it came down; null while it must. */
  closedAt: Date | null;
  /** What we found when we looked at the URLs ourselves, since it said so; null if we couldn't look, or haven't yet. */
  look: { at: Date; finding: Finding } | null;
};

type Row = {
  platform: string;
  foundBy: RemovalFoundBy;
  status: RemovalItemStatus;
  targets: string[];
  takedownId: string | null;
  openedAt: Date | null;
  deadlineAt: Date | null;
  closedAt: Date | null;
  outcome: TakedownOutcome | null;
  checkedAt: Date | null;
  checkedStatus: number | null;
  elsewhere: boolean | null;
};

/** Records of one request. */
const ROWS_MOST = 1000;

/**
 * The platforms that must take down what was confirmed, in an order that tells nothing about them: that of their clocks, then by chance.
 * Nothing before the page says that something is confirmed. Contract: Removal requests.
 */
export async function readPlatforms(
  tx: Pick<Tx, "$queryRaw">,
  { id, status }: { id: string; status: RemovalStatus },
): Promise<Platform[]> {
  const rows = await rowsIn<Row>(tx)`
    SELECT coalesce(t.partner_id, i.partner_id, i.id) AS platform, i.found_by, i.status,
      ARRAY(SELECT target_id FROM removal_item_targets AS x WHERE x.item_id = i.id) AS targets,
      t.id AS takedown_id, t.opened_at, t.deadline_at, t.closed_at, t.outcome, c.checked_at, c.status AS checked_status, c.elsewhere
    FROM removal_items i
      LEFT JOIN LATERAL (
        SELECT DISTINCT ON (partner_id) * FROM takedowns WHERE item_id = i.id ORDER BY partner_id, id DESC) AS t ON true
      LEFT JOIN LATERAL (
        SELECT * FROM takedown_checks WHERE takedown_id = t.id AND checked_at >= coalesce(t.closed_at, t.opened_at)
        ORDER BY id DESC LIMIT 1) AS c ON true
    WHERE i.request_id = ${id} AND i.status IN ('open', 'confirmed', 'already_removed') ORDER BY i.id, t.id LIMIT ${ROWS_MOST}`;
  const undecided = new Set(status === "open" ? rows.filter(isOpen).flatMap(groupsOf) : []);
  const shown = rows.filter(
    (row) => !isOpen(row) && row.outcome !== "no_longer_asked" && groupsOf(row).some((group) => !undecided.has(group)),
  );
  const [copies, named] = [shown.filter(isCopy), shown.filter((row) => !isCopy(row))];
  const platforms = [...Map.groupBy(named, ({ platform }) => platform).values()].toSorted(byClock);
  return [
    ...platforms.map((of) => platformOf("named", of)),
    ...(copies.length > 0 ? [platformOf("copies", copies)] : []),
  ];
}

const isCopy = ({ foundBy, targets }: Row) => targets.length === 0 && (foundBy === "copy" || foundBy === "similar");
const isOpen = ({ status }: Pick<Row, "status">) => status === "open";

/** Those that were down before come last. Takedown ids are secret, so their hashes say nothing. */
function byClock(a: readonly Row[], b: readonly Row[]): number {
  const key = (of: readonly Row[]) => {
    const first = of.find(({ takedownId }) => takedownId !== null) ?? of[0];
    return `${first?.openedAt?.toISOString() ?? "~"} ${sha256Hex(first?.takedownId ?? first?.platform ?? "")}`;
  };
  return key(a) < key(b) ? -1 : 1;
}

function platformOf(kind: Platform["kind"], rows: readonly Row[]): Platform {
  const clocks = rows.filter(({ takedownId }) => takedownId !== null);
  const running = clocks.filter(({ closedAt }) => closedAt === null);
  const deadlines = (running.length > 0 ? running : clocks).flatMap(({ deadlineAt }) => deadlineAt ?? []);
  const [first] = deadlines.toSorted(byTime);
  const last = clocks
    .flatMap(({ closedAt }) => closedAt ?? [])
    .toSorted(byTime)
    .at(-1);
  return {
    kind,
    deadlineAt: first ?? null,
    closedAt: running.length > 0 ? null : (last ?? null),
    look: lookOf(running.length > 0 ? running : clocks),
  };
}

/** Several records are only gone once each of them is. */
const WORST: readonly Finding[] = ["answers", "unclear", "elsewhere", "gone"];

function lookOf(clocks: readonly Row[]): Platform["look"] {
  const looks = clocks.map(({ checkedAt, checkedStatus, elsewhere }) =>
    checkedAt && checkedStatus !== null
      ? { at: checkedAt, finding: findingOf({ status: checkedStatus, elsewhere: elsewhere === true }) }
      : null,
  );
  const found = looks.filter((look) => look !== null);
  const worst = found.toSorted((a, b) => WORST.indexOf(a.finding) - WORST.indexOf(b.finding) || byTime(a.at, b.at))[0];
  if (!worst || (worst.finding !== "answers" && found.length < looks.length)) return null;
  return worst;
}

const byTime = (a: Date, b: Date) => a.getTime() - b.getTime();
