import type { ReactNode } from "react";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { type Column, DataList } from "@/components/ui/data-list";
import { Time } from "@/components/ui/time";
import type { OwnRecord } from "@/lib/domain/room";

const STATES: Record<OwnRecord["state"], { tone: Tone; says: string }> = {
  kept: { tone: "done", says: "Copy kept" },
  waiting: { tone: "waiting", says: "Copy on its way" },
  logged: { tone: "neutral", says: "Logged, no copy" },
  removed: { tone: "neutral", says: "Taken down" },
  erased: { tone: "neutral", says: "Erased after its time" },
};

const columns: Column<OwnRecord>[] = [
  {
    id: "title",
    header: "Work",
    primary: true,
    cell: ({ title, contentUrl }) => (
      <span className="flex flex-col gap-1 md:min-w-56">
        <span className="wrap-anywhere font-medium">{title ?? "Untitled"}</span>
        <span className="break-all font-mono text-muted text-xs">{contentUrl}</span>
      </span>
    ),
  },
  { id: "platform", header: "Platform", cell: ({ platform }) => <span className="wrap-anywhere">{platform}</span> },
  {
    id: "state",
    header: "State",
    cell: ({ state }) => <StatusBadge tone={STATES[state].tone}>{STATES[state].says}</StatusBadge>,
  },
  { id: "made", header: "Made", align: "end", cell: ({ productionDate }) => <Time at={productionDate} as="date" /> },
];

/** The works that name the creator. Nobody else who is in them is named. */
export function WorkList({ rows, empty }: { rows: readonly OwnRecord[]; empty: ReactNode }) {
  return <DataList caption="Works that name you" rows={rows} rowKey={({ id }) => id} columns={columns} empty={empty} />;
}
