import { z } from "zod";
import { db } from "@/lib/platform/db";

/** A ledger entry about a scene or one of its performers. */
export type SceneLine = {
  id: string;
  at: Date;
  subjectId: string;
  action: string;
  /** Who did it: a name or an address, otherwise the role. */
  who: string;
  reason: string | null;
  /** The browser, where it was recorded. */
  ip: string | null;
  userAgent: string | null;
  /** An ID's data couldn't be read. */
  unreadable: boolean;
};

const SHOWN = 1000;
const Detail = z
  .object({
    ip: z.string().nullable().default(null),
    userAgent: z.string().nullable().default(null),
    unreadable: z.boolean().default(false),
  })
  .catch({ ip: null, userAgent: null, unreadable: false });

/** The latest ledger entries about a scene and its performers, newest first, naming everyone. For custodians only. */
export async function sceneHistory({
  sceneId,
  performerIds,
}: {
  sceneId: string;
  performerIds: readonly string[];
}): Promise<SceneLine[]> {
  const lines = await db.ledgerEntry.findMany({
    where: {
      OR: [
        { subjectKind: "collab_scene", subjectId: sceneId },
        { subjectKind: "scene_performer", subjectId: { in: [...performerIds] } },
      ],
    },
    orderBy: { seq: "desc" },
    take: SHOWN,
    select: {
      seq: true,
      at: true,
      subjectId: true,
      action: true,
      actorKind: true,
      actorId: true,
      reason: true,
      detail: true,
    },
  });
  const ids = (...kinds: string[]) => [
    ...new Set(lines.flatMap(({ actorKind, actorId }) => (kinds.includes(actorKind) ? [actorId] : []))),
  ];
  const [people, keys] = await Promise.all([
    db.user.findMany({
      where: { id: { in: ids("staff", "portal_user", "person") } },
      select: { id: true, name: true, email: true },
    }),
    db.apiKey.findMany({
      where: { id: { in: ids("partner_key") } },
      select: { id: true, name: true, partner: { select: { name: true } } },
    }),
  ]);
  const names = new Map([
    ...people.map(({ id, name, email }) => [id, name ?? email] as const),
    ...keys.map(({ id, name, partner }) => [id, `API key “${name}” of ${partner.name}`] as const),
  ]);
  return lines.map(({ seq, at, subjectId, action, actorKind, actorId, reason, detail }) => ({
    ...{ id: seq.toString(), at, subjectId, action, reason },
    who: names.get(actorId) ?? OTHERS[actorKind] ?? "The service",
    ...Detail.parse(JSON.parse(detail)),
  }));
}

const OTHERS: Record<string, string | undefined> = {
  partner_key: "An API key",
  portal_user: "A team member of the partner",
  staff: "A custodian",
  person: "The performer",
};
