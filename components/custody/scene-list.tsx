import type { ReactNode } from "react";
import { DataList } from "@/components/lists/data-list";
import { SceneStatus } from "@/components/scenes/scene-status";
import type { Reserved } from "@/lib/domain/custody/conflicts";
import type { FoundRecord } from "@/lib/domain/scenes";
import { recordColumns } from "./record-columns";
import { reservable } from "./record-link";

const { title, performers, id, created } = recordColumns<FoundRecord>("Scene", "/custodian/scenes");

const COLUMNS = reservable<FoundRecord>([
  title,
  performers,
  { id: "partner", header: "Partner", cell: ({ partnerName }) => <span className="wrap-anywhere">{partnerName}</span> },
  { id: "status", header: "Status", cell: ({ status, block }) => <SceneStatus status={status} block={block} /> },
  id,
  created,
]);

type SceneRecordListProps = { rows: readonly (FoundRecord | Reserved)[]; empty: ReactNode };

/** Scenes of all partners, for a custodian. */
export const SceneRecordList = ({ rows, empty }: SceneRecordListProps) => (
  <DataList caption="Scenes, newest first" rows={rows} rowKey={({ id }) => id} columns={COLUMNS} empty={empty} />
);
