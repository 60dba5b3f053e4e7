import { ledgerRow, record } from "@/lib/domain/ledger";
import { pool, type Tx } from "@/lib/platform/db";
import { gather } from "@/lib/platform/gather";
import { insertion, type LoggedDepiction, lineOf, make, type NewDepiction } from "./insertion";

/**
 * Writes depictions with who appears in them, their events and their ledger lines, in a transaction that does more than
 * that. Null for one that is there already (or twice in the list), or whose account is not active at the moment of writing;
 * with `history`, which is for what was published before, whose account has no creator.
 */
export async function insertDepictions(
  tx: Tx,
  depictions: readonly NewDepiction[],
  { history = false } = {},
): Promise<(LoggedDepiction | null)[]> {
  const made = make(depictions);
  const written = idsOf(await tx.$queryRaw<{ id: string }[]>(insertion(made, { history })));
  for (const one of made) if (written.has(one.logged.id)) record(tx, lineOf(one));
  return made.map(({ logged }) => (written.has(logged.id) ? logged : null));
}

/** Writes one depiction, together with those that others log at the same moment. Null as `insertDepictions` says. */
export async function insertDepiction(depiction: NewDepiction): Promise<LoggedDepiction | null> {
  const outcome = await insertTogether(depiction);
  if ("error" in outcome) throw outcome.error;
  return outcome.logged;
}

type Outcome = { logged: LoggedDepiction | null } | { error: unknown };

const insertTogether = gather<NewDepiction, Outcome>(
  async (depictions) => {
    try {
      return await insertAtOnce(depictions);
    } catch (error) {
      // One that cannot be written is no trouble of the others'.
      return depictions.length === 1 ? [{ error }] : Promise.all(depictions.map(insertAlone));
    }
  },
  { batch: 32, patienceMs: 20, concurrency: 2 },
);

const insertAlone = async (depiction: NewDepiction): Promise<Outcome> => {
  try {
    const [outcome] = await insertAtOnce([depiction]);
    return outcome ?? { logged: null };
  } catch (error) {
    return { error };
  }
};

// The whole change is one statement, and so a transaction of its own: one way to the database and back.
async function insertAtOnce(depictions: readonly NewDepiction[]): Promise<Outcome[]> {
  const made = make(depictions);
  const lines = made.map((one) => ledgerRow(lineOf(one)));
  const { text, values } = insertion(made, { lines });
  const { rows } = await pool().query<{ id: string }>({ name: "log_depictions", text, values });
  const written = idsOf(rows);
  return made.map(({ logged }) => ({ logged: written.has(logged.id) ? logged : null }));
}

const idsOf = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id));
