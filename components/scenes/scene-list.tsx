import type { ReactNode } from "react";
import { type Column, DataList } from "@/components/lists/data-list";
import { Time } from "@/components/ui/time";
import type { SceneRow } from "@/lib/domain/scenes";
import { consentText } from "./performers";
import { sceneHref } from "./scene-address";
import { SceneStatus } from "./scene-status";

const COLUMNS: Column<SceneRow>[] = [
  {
    id: "title",
    header: "Title",
    primary: true,
    cell: (row) => <span className="wrap-anywhere line-clamp-2">{row.title}</span>,
  },
  {
    id: "uploader",
    header: "Uploader",
    cell: (row) => <span className="line-clamp-2 break-all md:min-w-24">{row.uploader.externalUserId}</span>,
  },
  {
    id: "performers",
    header: "Performers",
    cell: (row) => <span className="tabular-nums">{consentText(row)}</span>,
  },
  { id: "status", header: "Status", cell: (row) => <SceneStatus status={row.status} block={row.block} /> },
  {
    id: "closes",
    header: "Closes",
    cell: (row) =>
      row.status === "pending_signatures" ? <Time at={row.expiresAt} /> : <span className="text-muted">–</span>,
  },
  { id: "createdAt", header: "Created", align: "end", cell: (row) => <Time at={row.createdAt} /> },
];

export function SceneList({ rows, empty }: { rows: readonly SceneRow[]; empty: ReactNode }) {
  return (
    <DataList
      caption="Scenes, newest first"
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={sceneHref}
      columns={COLUMNS}
      empty={empty}
    />
  );
}
