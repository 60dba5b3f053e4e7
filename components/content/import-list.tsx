import { type Column, DataList } from "@/components/ui/data-list";
import { Time } from "@/components/ui/time";
import type { ImportState } from "@/lib/domain/content/import/schemas";
import { ImportStanding } from "./import-standing";

const COLUMNS: Column<ImportState>[] = [
  {
    id: "file",
    header: "File",
    primary: true,
    cell: ({ fileName }) => <span className="line-clamp-2 break-all">{fileName}</span>,
  },
  { id: "status", header: "Status", cell: (state) => <ImportStanding state={state} /> },
  { id: "rows", header: "Rows", align: "end", cell: ({ rows }) => rows?.toLocaleString("en") ?? "–" },
  {
    id: "logged",
    header: "Imported",
    align: "end",
    cell: ({ logged, dryRun }) => (dryRun ? "–" : logged.toLocaleString("en")),
  },
  { id: "refused", header: "Refused", align: "end", cell: ({ refused }) => refused.toLocaleString("en") },
  { id: "by", header: "By", cell: ({ by }) => <span className="wrap-anywhere">{by}</span> },
  { id: "at", header: "Started", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** The partner's imports, the latest first. */
export const ImportList = ({ imports }: { imports: readonly ImportState[] }) => (
  <DataList
    caption="Imports, newest first"
    rows={imports}
    rowKey={({ id }) => id}
    rowHref={({ id }) => `/portal/content/import/${id}`}
    columns={COLUMNS}
  />
);
