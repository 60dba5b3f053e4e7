import { clock } from "@/lib/platform/clock";
import { db, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { CHECKLIST, type ChecklistName, type RecordState } from "./labels";
import { peopleIn } from "./record-states";

/** A person in a production, by their address, with their state in the best of their scenes. Never who they are. */
export type Performer = { email: string; state: RecordState; sceneIds: string[] };

/** What documentation needs, and what is missing. */
export type Checklist = {
  /** In the order of the page. */
  items: { name: ChecklistName; done: boolean }[];
  /** The performers whose records are missing, and why. */
  waitingFor: Performer[];
  isComplete: boolean;
};

type Client = Pick<Tx, "$queryRaw">;

/**
 * The people in a production, each once, in the order in which they were added. With `partnerId`, only those whom a linked partner
 * may know: the ones it named, in its own scenes.
 */
export async function performersOf(
  productionId: string,
  { tx = db, partnerId }: { tx?: Client; partnerId?: string } = {},
): Promise<Performer[]> {
  const people = peopleIn("this.id", partnerId && "this.partner_id");
  return rowsIn<Performer>(tx)`
    SELECT people.email, people.state, people.scene_ids
    FROM (SELECT ${productionId}::text AS id, ${partnerId ?? null}::text AS partner_id) this
      CROSS JOIN LATERAL (${Prisma.raw(people)}) people
    ORDER BY people.added_at, people.position, people.email`;
}

type Facts = {
  productionDate: Date;
  producerName: string;
  performers: readonly Performer[];
  depictions: { count: number; lastDay: Date | null };
};

/** What is missing before a production can be sealed. */
export function checklistOf({ productionDate, producerName, performers, depictions }: Facts): Checklist {
  const now = clock.now();
  const waitingFor = performers.filter(({ state }) => state !== "id_verified");
  const done: Record<ChecklistName, boolean> = {
    details: productionDate <= now,
    producer_name: producerName.trim() !== "",
    performers: performers.length > 0,
    records: performers.length > 0 && waitingFor.length === 0,
    depictions: depictions.count > 0,
    depiction_days: depictions.lastDay !== null && depictions.lastDay <= now,
  };
  const items = CHECKLIST.map((name) => ({ name, done: done[name] }));
  return { items, waitingFor, isComplete: items.every((item) => item.done) };
}

/** How many depictions a production has, and the latest day of production among them. */
export async function sumDepictions(
  productionId: string,
  tx: Client = db,
): Promise<{ count: number; lastDay: Date | null }> {
  const [sum] = await rowsIn<{ count: number; lastDay: Date | null }>(tx)`
    SELECT count(*)::int AS count, max(produced_on) AS last_day FROM production_depictions
    WHERE production_id = ${productionId}`;
  return sum ?? { count: 0, lastDay: null };
}
