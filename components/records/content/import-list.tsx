import { type Column, DataList } from "@/components/lists/data-list";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { ImportState } from "@/lib/domain/records/content/import/schemas";

const COLUMNS: Column<ImportState>[] = [
  {
    header: "File",
    primary: true,
    cell: ({ fileName }) => <span className="line-clamp-2 break-all">{fileName}</span>,
  },
  { header: "Status", cell: (state) => <ImportStatus state={state} /> },
  { header: "Rows", align: "end", cell: ({ rows }) => rows?.toLocaleString("en") ?? "–" },
  {
    header: "Imported",
    align: "end",
    cell: ({ logged, dryRun }) => (dryRun ? "–" : logged.toLocaleString("en")),
  },
  { header: "Refused", align: "end", cell: ({ refused }) => refused.toLocaleString("en") },
  { header: "By", cell: ({ by }) => <span className="wrap-anywhere">{by}</span> },
  { header: "Started", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

export const ImportList = ({ imports }: { imports: readonly ImportState[] }) => (
  <DataList
    caption="Imports, newest first"
    rows={imports}
    rowKey={({ id }) => id}
    rowHref={({ id }) => `/portal/content/import/${id}`}
    columns={COLUMNS}
  />
);

export function importStatusText(
  state: Pick<ImportState, "status" | "dryRun" | "rows" | "logged" | "discarded">,
): string {
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

// A finished check with nothing to import needs no decision.
const isNothingNew = ({ status, dryRun, logged }: Pick<ImportState, "status" | "dryRun" | "logged">): boolean =>
  status === "done" && dryRun && logged === 0;

function toneOf(state: ImportState): Tone {
  const { status, dryRun } = state;
  if (state.discarded || isNothingNew(state)) return "neutral";
  if (status === "failed") return "harm";
  if (status !== "done") return "accent";
  return dryRun ? "waiting" : "done";
}

const ImportStatus = ({ state }: { state: ImportState }) => (
  <StatusBadge tone={toneOf(state)}>{importStatusText(state)}</StatusBadge>
);
