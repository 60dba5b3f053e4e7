import { z } from "zod";
import { db } from "@/lib/platform/db";
import type { LedgerEntry, Prisma } from "@/prisma/generated/client";
import { ACTIONS, type Audience, type LedgerAction, type Shown, type SubjectKind, type Words } from "./actions";
import { type Who, whoInWords } from "./record";

/** A line of a history: "who did", or "did to … by …". */
export type HistoryLine = {
  id?: string;
  at: Date;
  who?: string;
  did: string;
  to?: string | null;
  by?: string | null;
  more?: string | null;
  note?: string | null;
  requestId?: string | null;
  ip?: string | null;
  userAgent?: string | null;
};

/** The latest rows of a list, and how many it has. */
export type Latest<Row> = { rows: Row[]; total: number };

/** What a history is about. */
export type Subject = { kind: SubjectKind; ids: readonly string[] };

type Reading = {
  about: readonly Subject[];
  take?: number;
  /** Only these actions, or all but these. */
  action?: { in: LedgerAction[] } | { notIn: LedgerAction[] };
  /** Only entries before this one. */
  before?: bigint;
  /** None by the examiner of these examinations, nor of what a custodian did for one: its id is in the detail. */
  notOf?: readonly string[];
};

const text = z.string().nullish().catch(null);
const Detail = z
  .object({ count: z.int().nullish().catch(null), unreadable: z.boolean().catch(false).default(false) })
  .extend({ from: text, to: text, kind: text, itemId: text, recordId: text, note: text, status: text })
  .extend({ itemIds: z.array(z.string()).nullish().catch(null) })
  .extend({ ip: text, userAgent: text, template: text, code: text });
type Detail = Partial<z.infer<typeof Detail>>;

/** An entry as an audience may read it. */
export type ToldEntry = Pick<LedgerEntry, "seq" | "at" | "subjectId" | "partnerId" | "requestId" | "reason"> & {
  action: LedgerAction;
  did: string;
  actor: Who;
  detail: Detail;
};

const wordsOf = (action: string): Words => (action in ACTIONS ? ACTIONS[action as LedgerAction] : {});

// What the actions are about whose first word isn't their subject's kind.
const ABOUT: Readonly<Record<string, SubjectKind | undefined>> = {
  certificate: "production",
  scene_fee: "collab_scene",
  identity_photo: "identity_check",
  index: "person",
};
const kindOf = ([kind = ""]: string[]): string => ABOUT[kind] ?? kind;

/** The actions about a kind of subject that an audience may see, some with one reason only. */
function seenBy(audience: Audience, kind: SubjectKind): Prisma.LedgerEntryWhereInput[] {
  const seen = Object.keys(ACTIONS).filter((action) => kindOf(action.split(".")) === kind && wordsOf(action)[audience]);
  const { true: restricted = [], false: others = [] } = Object.groupBy(
    seen,
    (action) => `${!!wordsOf(action).onlyFor}`,
  );
  return [
    { action: { in: others } },
    ...restricted.map((action) => ({ action, reason: wordsOf(action).onlyFor ?? "" })),
  ];
}

/** The entries about a kind of subject that an audience may see. */
function visibleTo(audience: Audience, kind: SubjectKind, partnerId = ""): Prisma.LedgerEntryWhereInput {
  const own = { partnerId };
  switch (audience) {
    case "custodian":
      return {};
    case "partner":
    case "extender":
      return { OR: seenBy(audience, kind), ...own };
    case "team":
      return {
        AND: [{ OR: seenBy(audience, kind) }, { OR: [own, { partnerId: null }] }],
        actorKind: { in: ["partner_key", "portal_user"] },
      };
    case "person":
      return { OR: seenBy(audience, kind), actorKind: { in: ["staff", "examiner", "system"] } };
    default:
      return { OR: seenBy(audience, kind) };
  }
}

type ReadingFor = Reading & { partnerId?: string };

/** The latest entries about these subjects that an audience may see, newest first. */
const findEntries = (audience: Audience, { about, take, action, before, notOf = [], partnerId }: ReadingFor) =>
  db.ledgerEntry.findMany({
    where: {
      OR: about.map(({ kind, ids }) => ({
        ...{ subjectKind: kind, subjectId: { in: [...ids] } },
        ...visibleTo(audience, kind, partnerId),
      })),
      ...(action && { action }),
      ...(before && { seq: { lt: before } }),
      ...(notOf.length > 0 && { NOT: notOf.flatMap((id) => [{ actorId: id }, { detail: { contains: id } }]) }),
    },
    orderBy: { seq: "desc" },
    omit: { hash: true, prevHash: true },
    ...(take && { take }),
  });

/** Whether an audience may read something of an entry. */
const mayRead = (audience: Audience, action: string) => (key: Shown) =>
  readsAll(audience) || !!wordsOf(action).shows?.includes(key) || (audience === "person" && key === "reason");

const readsAll = (audience: Audience): boolean => audience === "custodian" || audience === "release";

/** The latest entries about these subjects that an audience may see, newest first, with what it may read of them. */
export async function readLedger(audience: Audience, reading: ReadingFor): Promise<ToldEntry[]> {
  const rows = await findEntries(audience, reading);
  return rows.map(({ seq, at, subjectId, partnerId, ...row }) => {
    const { [audience]: did = row.action } = wordsOf(row.action);
    const detail = Detail.parse(JSON.parse(row.detail));
    const all = readsAll(audience);
    const may = mayRead(audience, row.action);
    return {
      ...{ seq, at, subjectId, partnerId, did },
      action: row.action as LedgerAction,
      actor: { kind: row.actorKind, id: row.actorId },
      requestId: may("requestId") ? row.requestId : null,
      reason: may("reason") ? row.reason : null,
      detail: all ? detail : pick(detail, (["count", "from", "to"] as const).filter(may)),
    };
  });
}

type Row = Awaited<ReturnType<typeof findEntries>>[number];

/** An entry, and the fields that its reader may see. */
export type EntryToProve = { entry: Row; shown: readonly (keyof Row)[] };

/**
 * The entries that `readLedger` reads, whole, to prove them (core/transparency). Who acted is shown to custodians, to a partner if it
 * was its own key or team, and to the signer of a release if it was them.
 */
export async function entriesToProve(audience: Audience, reading: ReadingFor): Promise<EntryToProve[]> {
  const rows = await findEntries(audience, reading);
  return rows.map((entry) => ({
    entry,
    shown: audience === "custodian" ? keysOf(entry) : shownOf(audience, entry, reading.partnerId),
  }));
}

const keysOf = (entry: Row) => Object.keys(entry) as (keyof Row)[];
const OWN_ACTORS = ["partner_key", "portal_user"];

function shownOf(audience: Audience, entry: Row, reader = ""): (keyof Row)[] {
  const base = ["at", "action", "subjectKind", "subjectId"] as const;
  if (audience === "release") {
    const bySigner = entry.actorKind === "person";
    return [...base, "reason", "detail", ...(bySigner ? (["actorKind", "actorId"] as const) : [])];
  }
  const may = mayRead(audience, entry.action);
  const isOwn = entry.partnerId === reader;
  const byPartner = OWN_ACTORS.includes(entry.actorKind);
  // Of a consent, it would tell whether we knew the person before: an approved ID completes the others' consents. And of a production,
  // only that another partner acted is shown.
  const showsKind = audience === "scene" ? isOwn && byPartner : isOwn || !byPartner;
  return [
    ...base,
    ...(showsKind ? (["actorKind"] as const) : []),
    ...(isOwn ? (["partnerId"] as const) : []),
    ...(isOwn && byPartner ? (["actorId"] as const) : []),
    ...(["reason", "requestId"] as const).filter(may),
  ];
}

const pick = (detail: Detail, keys: readonly (keyof Detail)[]): Detail =>
  Object.fromEntries(keys.map((key) => [key, detail[key]]));

/** A history for custodians: the latest entries, naming everyone, and how many there are. `person` names people by their role instead. */
export async function custodianHistory(reading: Reading, person?: string) {
  const entries = await readLedger("custodian", reading);
  const { about, take = Number.POSITIVE_INFINITY } = reading;
  const where = { OR: about.map(({ kind, ids }) => ({ subjectKind: kind, subjectId: { in: [...ids] } })) };
  const total = entries.length < take ? entries.length : await db.ledgerEntry.count({ where });
  const nameOf = await nameActors(entries.map(({ actor }) => actor).filter(({ kind }) => !person || kind !== "person"));
  const whoOf = (who: Who) => (person && who.kind === "person" ? person : nameOf(who));
  return {
    rows: entries.map(({ seq, ...entry }) => ({ ...entry, id: `${seq}`, who: whoOf(entry.actor), more: entry.reason })),
    total,
  };
}

/** A history for a partner: the latest entries that it may see, and who acted, in words. */
export async function partnerHistory(
  audience: "partner" | "team",
  { partnerId, ...reading }: Reading & { partnerId: string },
) {
  const entries = await readLedger(audience, { partnerId, ...reading });
  const nameOf = await whoInWords(
    partnerId,
    entries.map(({ actor }) => actor),
  );
  return entries.map(({ seq, actor, partnerId: _, ...entry }) => ({
    ...entry,
    id: `${seq}`,
    by: nameOf(actor),
    more: entry.reason,
  }));
}

/** Newest first; among lines of one moment, the last one given is the newest. */
export const newestFirst = <Line extends { at: Date }>(lines: readonly Line[]): Line[] =>
  lines.toReversed().toSorted((a, b) => b.at.getTime() - a.at.getTime());

/** A line about a time, if it has come. */
export const dated = (at: Date | null, line: Omit<HistoryLine, "at">): HistoryLine[] => (at ? [{ at, ...line }] : []);

const PEOPLE = ["staff", "portal_user", "person", "producer"];
const OTHERS: Readonly<Record<string, string | undefined>> = {
  partner_key: "an API key",
  portal_user: "a team member of the partner",
  staff: "a custodian",
  examiner: "an examiner",
  person: "the person",
  producer: "the producer",
};

/** The pages on which a system action is that of a visitor who has proven nothing. */
const STRANGERS: Readonly<Record<string, string | undefined>> = { examine: "someone with the link" };

/** Names actors for custodians: people by name or address, API keys with their partner, examiners with their agency, others by role. */
export async function nameActors(actors: readonly Who[]): Promise<(who: Who) => string> {
  const ids = (...kinds: string[]) => [
    ...new Set(actors.filter((who) => kinds.includes(who.kind)).map(({ id }) => id)),
  ];
  const [people, keys, examinations] = await Promise.all([
    db.user.findMany({ where: { id: { in: ids(...PEOPLE) } }, select: { id: true, name: true, email: true } }),
    db.apiKey.findMany({
      where: { id: { in: ids("partner_key") } },
      select: { id: true, name: true, partner: { select: { name: true } } },
    }),
    db.examination.findMany({
      where: { id: { in: ids("examiner") } },
      select: { id: true, examiner: true, agency: true },
    }),
  ]);
  const names = new Map([
    ...people.map(({ id, name, email }) => [id, name ?? email] as const),
    ...keys.map(({ id, name, partner }) => [id, `API key “${name}” of ${partner.name}`] as const),
    ...examinations.map(({ id, examiner, agency }) => [id, `${examiner}, ${agency}`] as const),
  ]);
  return ({ kind, id }) =>
    names.get(id) ?? OTHERS[kind] ?? (kind === "system" ? STRANGERS[id] : undefined) ?? "the service";
}
