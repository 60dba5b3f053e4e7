import { RecordLink, reservable } from "@/components/custody/record-link";
import { DataList } from "@/components/lists/data-list";
import { EmptyState } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Reserved } from "@/lib/domain/custody/conflicts";
import type { ActiveHold } from "@/lib/domain/custody/legal-holds";

const COLUMNS = reservable<ActiveHold>([
  {
    id: "record",
    header: "Record",
    primary: true,
    cell: ({ depictionId, sceneId, title }) => (
      <RecordLink
        plain
        href={sceneId ? `/custodian/scenes/${sceneId}` : `/custodian/records/${depictionId}`}
        className="wrap-anywhere line-clamp-2 font-medium"
      >
        {title ?? "Untitled"}
      </RecordLink>
    ),
  },
  {
    id: "reason",
    header: "Reason",
    cell: ({ reason }) => <span className="wrap-anywhere block md:min-w-64">{reason}</span>,
  },
  { id: "partner", header: "Partner", cell: ({ partnerName }) => <span className="wrap-anywhere">{partnerName}</span> },
  { id: "by", header: "Placed by", cell: ({ placedBy }) => <span className="wrap-anywhere">{placedBy}</span> },
  { id: "at", header: "Placed", align: "end", cell: ({ placedAt }) => <Time at={placedAt} /> },
]);

/** Active legal holds of all partners. */
export const HoldList = ({ rows }: { rows: (ActiveHold | Reserved)[] }) => (
  <DataList
    caption="Legal holds, newest first"
    rows={rows}
    rowKey={({ id }) => id}
    columns={COLUMNS}
    empty={
      <EmptyState title="No legal holds" actions={<ButtonLink href="/custodian/index">Search the index</ButtonLink>}>
        To place a hold, open a record from the index, or a scene.
      </EmptyState>
    }
  />
);
