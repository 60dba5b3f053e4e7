import { type Column, DataList } from "@/components/ui/data-list";
import type { ImportFinding } from "@/lib/domain/content/import/schemas";

const WORDS: Record<ImportFinding["outcome"], string> = {
  refused: "Refused",
  repeated: "Repeated",
  differing: "Different",
  taken_down: "Taken down",
};

const COLUMNS: Column<ImportFinding>[] = [
  {
    id: "line",
    header: "Line",
    primary: true,
    cell: ({ line }) => <span className="tabular-nums">{`Line ${line.toLocaleString("en")}`}</span>,
  },
  { id: "outcome", header: "Outcome", cell: ({ outcome }) => WORDS[outcome] },
  {
    id: "externalContentId",
    header: "Your content id",
    cell: ({ externalContentId }) =>
      externalContentId ? (
        <span className="line-clamp-2 break-all font-mono text-xs">{externalContentId}</span>
      ) : (
        <span className="text-muted">none</span>
      ),
  },
  { id: "reason", header: "Why", cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
];

/** Rows that were not taken, in the order of the file. */
export const ImportFindings = ({ findings }: { findings: readonly ImportFinding[] }) => (
  <DataList caption="Rows that were not taken" rows={findings} rowKey={({ line }) => String(line)} columns={COLUMNS} />
);
