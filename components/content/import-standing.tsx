import { StatusBadge, type Tone } from "@/components/ui/badge";
import type { ImportState } from "@/lib/domain/content/import/schemas";

/** Where an import stands, in words. */
export function importInWords(state: Pick<ImportState, "status" | "dryRun" | "rows" | "logged" | "discarded">): string {
  const { status, dryRun, rows } = state;
  switch (status) {
    case "waiting":
      return "Waiting";
    case "running":
      if (rows === null) return "Reading";
      return dryRun ? "Checking" : "Importing";
    case "failed":
      return "Failed";
    default:
      if (state.discarded) return "Discarded";
      if (isNothingNew(state)) return "Nothing to import";
      return dryRun ? "Checked" : "Imported";
  }
}

// Nothing of it waits for anybody.
const isNothingNew = ({ status, dryRun, logged }: Pick<ImportState, "status" | "dryRun" | "logged">): boolean =>
  status === "done" && dryRun && logged === 0;

function toneOf(state: ImportState): Tone {
  const { status, dryRun } = state;
  if (state.discarded || isNothingNew(state)) return "neutral";
  if (status === "failed") return "harm";
  if (status !== "done") return "accent";
  return dryRun ? "waiting" : "done";
}

export const ImportStanding = ({ state }: { state: ImportState }) => (
  <StatusBadge tone={toneOf(state)}>{importInWords(state)}</StatusBadge>
);
