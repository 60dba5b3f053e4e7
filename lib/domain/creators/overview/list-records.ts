import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { entriesToProve, type LedgerAction, readLedger, type ToldEntry } from "@/lib/domain/core/ledger";
import { field, NEWEST, personList, type RowIn } from "@/lib/domain/core/lists";
import { proofArchive } from "@/lib/domain/core/transparency";
import { clock } from "@/lib/platform/clock";
import { db, Prisma } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";

const { sql, raw } = Prisma;

/** The works and greenlit scenes that name a person, on every platform, latest first. No data of other performers. */
export const ownRecordList = personList({
  from: ({ ctx, beyond, by, limit }) => {
    const { userId } = ctx.actor;
    const page = (id: string) => sql`${beyond(id)} ORDER BY ${raw(id)} ${by} LIMIT ${limit}`;
    return sql`((SELECT 'depiction' AS kind, i.depiction_id AS id, coalesce(d.title, i.title) AS title, p.name AS platform,
        coalesce(d.content_url, i.content_url) AS content_url, i.production_date,
        CASE WHEN d.id IS NULL THEN 'erased' WHEN d.removed_at IS NOT NULL THEN 'removed'
          WHEN d.copy_state = 'stored' THEN 'kept' WHEN d.copy_state = 'pending' THEN 'waiting' ELSE 'logged' END AS state,
        NULL AS scenes
      FROM index_entries i JOIN partners p ON p.id = i.partner_id LEFT JOIN depictions d ON d.id = i.depiction_id
      WHERE i.user_id = ${userId} AND ${page("i.depiction_id")})
      UNION ALL
      (SELECT 'scene', coalesce(m.id, i.scene_id), coalesce(s.title, i.title), p.name, NULL, i.production_date,
        CASE WHEN s.id IS NULL THEN 'erased' ELSE 'greenlit' END,
        CASE WHEN s.id IS NULL THEN NULL WHEN m.id IS NOT NULL THEN 'signed' ELSE 'uploaded' END
      FROM scene_index_entries i JOIN partners p ON p.id = i.partner_id LEFT JOIN collab_scenes s ON s.id = i.scene_id
      LEFT JOIN LATERAL (SELECT min(p.id) AS id FROM scene_performers p WHERE p.scene_id = s.id AND p.user_id = ${userId}) AS m
        ON true
      WHERE i.user_id = ${userId} AND ${page("coalesce(m.id, i.scene_id)")})) r`;
  },
  scope: () => sql`true`,
  order: NEWEST,
  size: 25,
  select: {
    /** A performer's own id for a scene: its id would let any platform that gets it extend the scene. */
    id: field.text("r.id"),
    kind: field.of<"depiction" | "scene">("r.kind"),
    title: field.of<string | null>("r.title"),
    platform: field.text("r.platform"),
    contentUrl: field.of<string | null>("r.content_url"),
    productionDate: field.time("r.production_date"),
    /** `kept`: a copy is stored. `waiting`: a copy is pending. `logged`: no copy was declared. `erased`: only the index entry is left. */
    state: field.of<"kept" | "waiting" | "logged" | "removed" | "erased" | "greenlit">("r.state"),
    /** The list of the person's own scenes that has it. */
    scenes: field.of<"signed" | "uploaded" | null>("r.scenes"),
  },
  filters: {},
});

export type OwnRecord = RowIn<typeof ownRecordList>;

/**
 * A view of a person's records, after "A custodian of records", "An examiner" or "The service". `reason`: of an examiner, the agency.
 * It never names the viewer.
 */
export type Look = {
  id: string;
  at: Date;
  action: LedgerAction;
  did: string;
  by: "custodian" | "examiner" | "service";
  reason: string | null;
  /** Of a custodian's review of an ID: what they did, latest first. Empty for everything else. */
  parts: { id: string; at: Date; did: string }[];
};

const LOOKS_PER_PAGE = 25;
/** A custodian's steps at one check are one review, unless they come back to it later than this. */
const REVIEW_PAUSE_MS = 30 * MINUTE_MS;
const LOOKS_PROVEN = 1_000;

/**
 * A page of the views of a person's ID, records and signed releases, from the ledger, latest first. A review of their ID is one, with
 * its parts; at the end of a page, it is left whole to the next one. Includes accounts
 * that asked to link the person, and accounts they left. Without those of an examination or a package that the person hasn't been told about yet.
 */
export async function listLooks(
  { actor: { userId } }: Ctx<PersonActor>,
  before: string | undefined,
): Promise<{ looks: Look[]; older: string | null }> {
  const found = await readLedger("person", {
    ...(await ownLooks(userId)),
    take: LOOKS_PER_PAGE + 1,
    ...(/^\d{1,18}$/.test(before ?? "") && { before: BigInt(before ?? 0) }),
  });
  const reviews = reviewsIn(found);
  const last = reviews.at(-1) ?? [];
  const hasOlder = found.length > LOOKS_PER_PAGE;
  // What is read beyond the page says whether its last review goes on.
  if (hasOlder && last.length > 1 && reviews.length > 1) reviews.pop();
  else if (hasOlder) last.pop();
  const shown = reviews.filter((entries) => entries.length > 0);
  const older = shown.at(-1)?.at(-1)?.seq;
  return { looks: shown.flatMap(lookOf), older: hasOlder && older ? `${older}` : null };
}

/** The entries of each review of an ID together, and every other one alone. */
function reviewsIn(entries: readonly ToldEntry[]): ToldEntry[][] {
  const reviews: ToldEntry[][] = [];
  for (const entry of entries) {
    const review = reviews.at(-1);
    const after = review?.at(-1);
    if (after && isOneReview(entry, after)) review?.push(entry);
    else reviews.push([entry]);
  }
  return reviews;
}

const isOneReview = (entry: ToldEntry, after: ToldEntry): boolean =>
  isOfReview(entry) &&
  isOfReview(after) &&
  entry.subjectId === after.subjectId &&
  entry.actor.id === after.actor.id &&
  after.at.getTime() - entry.at.getTime() <= REVIEW_PAUSE_MS;

const DECISIONS = ["identity_check.approved", "identity_check.rejected", "identity_check.photos_asked"];
const isOfReview = ({ action, actor, reason }: ToldEntry): boolean =>
  actor.kind === "staff" &&
  (DECISIONS.includes(action) || (action.startsWith("identity_check.") && reason === "identity_review"));

function lookOf(entries: readonly ToldEntry[]): Look[] {
  const [latest, ...earlier] = entries;
  if (!latest) return [];
  const { seq, at, action, did, actor, reason } = latest;
  const by = actor.kind === "staff" ? "custodian" : actor.kind === "examiner" ? "examiner" : "service";
  const look = { id: `${seq}`, at, action, by } as const;
  if (earlier.length === 0) return [{ ...look, did, reason, parts: [] }];
  const parts = entries.map((entry) => ({ id: `${entry.seq}`, at: entry.at, did: entry.did }));
  return [{ ...look, did: "reviewed your ID", reason: null, parts }];
}

/** Proofs of the views that `listLooks` lists: of the latest 1,000. They don't name the viewer either. Contract: Proofs of history. */
export async function proveLooks({ actor: { userId } }: Ctx<PersonActor>) {
  const entries = await entriesToProve("person", { ...(await ownLooks(userId)), take: LOOKS_PROVEN });
  return { fileName: "proofs-of-views.zip", zip: await proofArchive(entries) };
}

/** What is theirs in the ledger, and the examinations and packages that they aren't told of yet. */
async function ownLooks(userId: string) {
  const untold = { where: { toldAfter: { gt: clock.now() } }, select: { id: true } } as const;
  const [checks, accounts, performers, examinations, packages] = await Promise.all([
    db.identityCheck.findMany({ where: { userId }, select: { id: true } }),
    db.soloAccount.findMany({
      where: { OR: [{ userId }, { linkRequest: { userId } }] },
      select: { id: true },
    }),
    db.scenePerformer.findMany({ where: { userId }, select: { id: true } }),
    db.examination.findMany(untold),
    db.recordPackage.findMany(untold),
  ]);
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  return {
    notOf: [...ids(examinations), ...ids(packages)],
    about: [
      { kind: "identity_check", ids: ids(checks) },
      { kind: "solo_account", ids: ids(accounts) },
      { kind: "scene_performer", ids: ids(performers) },
      { kind: "person", ids: [userId] },
    ],
  } as const;
}
