import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { reservedAmong } from "@/lib/domain/custody/conflicts";
import { clock } from "@/lib/platform/clock";
import { rowsIn, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import type { IdentityCheckStatus, IdentityLikeness } from "@/prisma/generated/client";
import { ageOn, dayOf } from "./id-facts";
import type { LockedCheck } from "./lock-check";
import { areOlderMarks } from "./marks";

/** `harm`: compare before anything else. `waiting`: look closely. `neutral`: good to know. */
type Severity = "harm" | "waiting" | "neutral";

/** Something about a check that its custodian should know before they decide. Never shown to anybody else. */
export type Risk = { severity: Severity } & (
  | { kind: "duplicate"; likeness: IdentityLikeness[]; others: OtherCheck[] }
  /** Nothing of such a record is told, not even how it is alike: this check's own name would tell it. */
  | { kind: "reserved_duplicate"; count: number }
  /** It has not been compared with other people's checks yet. */
  | { kind: "not_compared" }
  | { kind: "document_expired"; on: Date }
  | { kind: "document_expires_soon"; on: Date }
  | { kind: "under_21"; age: number }
  | { kind: "rejected_before"; checkId: string; reason: string | null; at: Date | null; count: number }
  | { kind: "many_from_network"; people: number; sameBrowser: number }
);

/** Another person's check that is alike. */
type OtherCheck = { checkId: string; status: IdentityCheckStatus };

const UNDER = 21;
const SOON_MS = 30 * DAY_MS;

const ORDER: readonly Severity[] = ["harm", "waiting", "neutral"];

/**
 * The risks of a check, the worst first. The caller has checked the custodian, and that they may see the check's details. Another
 * person's record is named only if the custodian may open it.
 */
export async function findRisks(tx: Tx, ctx: Ctx<StaffActor>, check: LockedCheck): Promise<Risk[]> {
  const found = [
    ...(await findDuplicates(tx, ctx, check)),
    ...factsRisks(check),
    ...(await findRejected(tx, check)),
    ...(await findCrowd(tx, check)),
  ];
  return found.sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}

/** The risks that the ID's data of a check tells. */
export function factsRisks({ birthDate, documentExpiry }: Pick<LockedCheck, "birthDate" | "documentExpiry">): Risk[] {
  const now = clock.now();
  const age = birthDate && ageOn(birthDate, now);
  const risks: Risk[] = [];
  if (documentExpiry && documentExpiry < dayOf(now)) {
    risks.push({ kind: "document_expired", severity: "harm", on: documentExpiry });
  } else if (documentExpiry && documentExpiry.getTime() < now.getTime() + SOON_MS) {
    risks.push({ kind: "document_expires_soon", severity: "neutral", on: documentExpiry });
  }
  if (age !== null && age < UNDER) risks.push({ kind: "under_21", severity: "waiting", age });
  return risks;
}

const DUPLICATES_MOST = 50;
const NOT_COMPARED = { kind: "not_compared", severity: "neutral" } as const satisfies Risk;

/** Other people whose check is alike, each by their latest one: one risk for all who share the same. */
async function findDuplicates(tx: Tx, ctx: Ctx<StaffActor>, { id, goldenId }: LockedCheck): Promise<Risk[]> {
  // A known case is compared with nobody, so that no real person gets a risk from it.
  if (goldenId) return [];
  type Row = { otherId: string | null; userId: string; status: IdentityCheckStatus; likeness: IdentityLikeness[] };
  const found = await rowsIn<Row>(tx)`
    SELECT max(d.other_id) AS other_id, k.user_id, (array_agg(k.status ORDER BY d.other_id DESC))[1] AS status,
      array_agg(DISTINCT d.likeness ORDER BY d.likeness)::text[] AS likeness
    FROM identity_marks m LEFT JOIN (identity_duplicates d JOIN identity_checks k ON k.id = d.other_id) ON d.check_id = m.check_id
    WHERE m.check_id = ${id} AND m.compared_at IS NOT NULL
    GROUP BY k.user_id ORDER BY count(*) DESC, other_id DESC LIMIT ${DUPLICATES_MOST}`;
  if (found.length === 0) return [NOT_COMPARED];
  const others = found.flatMap(({ otherId, status, likeness }) => (otherId ? [{ otherId, status, likeness }] : []));
  const reserved = await reservedAmong(tx, ctx, { what: "check", ids: others.map(({ otherId }) => otherId) });
  const open = Map.groupBy(
    others.filter(({ otherId }) => !reserved.has(otherId)),
    ({ likeness }) => likeness.join(),
  );
  return [
    ...((await areOlderMarks(tx)) ? [NOT_COMPARED] : []),
    ...(reserved.size > 0 ? [{ kind: "reserved_duplicate", severity: "harm", count: reserved.size } as const] : []),
    ...[...open].map(
      ([shared, alike]): Risk => ({
        kind: "duplicate",
        // Often one person with two addresses.
        severity: shared === "name_and_birth_date" ? "waiting" : "harm",
        likeness: alike[0]?.likeness ?? [],
        others: alike.map(({ otherId: checkId, status }) => ({ checkId, status })),
      }),
    ),
  ];
}

/** The same person's last rejection. */
async function findRejected(tx: Tx, { id, userId }: LockedCheck): Promise<Risk[]> {
  const [last, ...others] = await tx.identityCheck.findMany({
    where: { userId, status: "rejected", id: { not: id } },
    orderBy: { id: "desc" },
    take: 20,
    select: { id: true, rejectionReason: true, decidedAt: true },
  });
  if (!last) return [];
  const { rejectionReason: reason, decidedAt: at } = last;
  const severity = reason === "suspected_forgery" || reason === "under_age" ? "harm" : "waiting";
  return [{ kind: "rejected_before", severity, checkId: last.id, reason, at, count: 1 + others.length }];
}

/** So many other people send their check from one home or set, at most. */
const CROWD = 3;

/** Other people who sent a check from the same network within twelve hours. */
type Crowd = { checkId: string; people: number; sameBrowser: number };

const NETWORK = "^(?:[0-9a-f]+:){4}";

/** The checks among these that many other people sent one beside: from the same IPv4 address, or an IPv6 one's first half. */
export const findCrowds = (tx: Pick<Tx, "$queryRaw">, checkIds: readonly string[]): Promise<Crowd[]> =>
  rowsIn<Crowd>(tx)`
    WITH mine AS MATERIALIZED (
      SELECT subject_id, user_id, user_agent, attested_at, coalesce(substring(ip FROM ${NETWORK}), ip) AS network FROM attestations
      WHERE subject_kind = 'identity_check' AND subject_id = ANY (${checkIds}) AND kind = 'declaration' AND ip NOT IN ('127.0.0.1', '::1'))
    SELECT mine.subject_id AS check_id, count(DISTINCT t.user_id)::int AS people,
      count(DISTINCT t.user_id) FILTER (WHERE t.user_agent = mine.user_agent)::int AS same_browser
    FROM mine JOIN attestations t ON t.kind = 'declaration' AND t.subject_kind = 'identity_check' AND t.user_id <> mine.user_id
      AND t.attested_at BETWEEN mine.attested_at - interval '12 hours' AND mine.attested_at + interval '12 hours'
      AND coalesce(substring(t.ip FROM ${NETWORK}), t.ip) = mine.network
    WHERE t.attested_at >= (SELECT min(attested_at) FROM mine) - interval '12 hours'
    GROUP BY mine.subject_id HAVING count(DISTINCT t.user_id) >= ${CROWD}`;

async function findCrowd(tx: Tx, { id }: LockedCheck): Promise<Risk[]> {
  const found = await findCrowds(tx, [id]);
  return found.map(({ people, sameBrowser }) => ({
    kind: "many_from_network",
    severity: "waiting",
    people,
    sameBrowser,
  }));
}
