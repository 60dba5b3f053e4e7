import Link from "next/link";
import type { ReactNode } from "react";
import { SceneStatus } from "@/components/scenes/scene-status";
import { Badge } from "@/components/ui/badge";
import { CopyId } from "@/components/ui/copy";
import { type Column, DataList } from "@/components/ui/data-list";
import { counted } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { FoundRecord } from "@/lib/domain/scenes";

const COLUMNS: Column<FoundRecord>[] = [
  {
    id: "title",
    header: "Scene",
    primary: true,
    cell: ({ id, title, isOwn }) =>
      isOwn ? (
        <span className="flex flex-wrap items-center gap-2 font-medium">
          <span className="wrap-anywhere line-clamp-2">{title}</span> <Badge>Your own scene</Badge>
        </span>
      ) : (
        // Opening a record writes to the ledger, so don't prefetch it.
        <Link
          href={`/custodian/scenes/${id}`}
          prefetch={false}
          className="wrap-anywhere line-clamp-2 rounded-sm font-medium underline underline-offset-4 md:min-w-40"
        >
          {title}
        </Link>
      ),
  },
  {
    id: "performers",
    header: "Performers",
    cell: ({ performers, performerCount }) => (
      <span className="flex flex-col gap-1">
        {performers.map((email) => (
          <span key={email} className="break-all">
            {email}
          </span>
        ))}
        <span className="text-muted">{counted(performerCount, "performer")}</span>
      </span>
    ),
  },
  { id: "partner", header: "Partner", cell: ({ partnerName }) => <span className="wrap-anywhere">{partnerName}</span> },
  { id: "status", header: "Status", cell: ({ status, block }) => <SceneStatus status={status} block={block} /> },
  {
    id: "id",
    header: "Scene id",
    cell: ({ id }) => <CopyId value={id} label="scene id" short className="whitespace-nowrap" />,
  },
  { id: "created", header: "Created", align: "end", cell: ({ createdAt }) => <Time at={createdAt} as="date" /> },
];

type SceneRecordListProps = { rows: readonly FoundRecord[]; empty: ReactNode };

/** Scenes of all partners, for a custodian. */
export const SceneRecordList = ({ rows, empty }: SceneRecordListProps) => (
  <DataList caption="Scenes, newest first" rows={rows} rowKey={({ id }) => id} columns={COLUMNS} empty={empty} />
);
