import { StatusBadge } from "@/components/ui/badge";
import type { Tone } from "@/components/ui/tone";
import type { ImportState } from "@/lib/domain/content/import/schemas";

/** Where an import stands, in words. */
export function importInWords({ status, dryRun, rows }: Pick<ImportState, "status" | "dryRun" | "rows">): string {
  switch (status) {
    case "waiting":
      return "Waiting";
    case "running":
      if (rows === null) return "Reading";
      return dryRun ? "Checking" : "Importing";
    case "failed":
      return "Failed";
    default:
      return dryRun ? "Checked" : "Imported";
  }
}

function toneOf({ status, dryRun }: ImportState): Tone {
  if (status === "failed") return "harm";
  if (status !== "done") return "accent";
  return dryRun ? "waiting" : "done";
}

export const ImportStanding = ({ state }: { state: ImportState }) => (
  <StatusBadge tone={toneOf(state)}>{importInWords(state)}</StatusBadge>
);
