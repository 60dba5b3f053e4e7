import { refuseWrites } from "./sql";

// The write before which each death comes.
const DEATHS = {
  "before the charge": ["scene_fees", "OLD.tried_at IS NULL"],
  "before the charge's outcome is recorded": ["scene_fees", "NEW.tried_at IS NOT DISTINCT FROM OLD.tried_at"],
  "before the announcement": ["collab_scenes", "OLD.announced_at IS NULL AND NEW.announced_at IS NOT NULL"],
  "between two invitations": ["scene_performers", "NEW.mailed_at IS NOT NULL AND NEW.email LIKE 'second%'"],
} as const;

/** Where the creation of a scene can die after its first transaction. */
export type Death = keyof typeof DEATHS;

/** Lets creations die at a place, until the returned function is called. */
export function letCreationDie(at: Death): Promise<() => Promise<unknown>> {
  const [table, when] = DEATHS[at];
  return refuseWrites(table, { on: "UPDATE", when });
}
