import { RecordLink, reservable } from "@/components/custody/record-link";
import { ListView } from "@/components/lists/list-view";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { ActiveHold, holdList } from "@/lib/domain/custody/legal-holds";

const COLUMNS = reservable<ActiveHold>([
  {
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
    header: "Reason",
    cell: ({ reason }) => <span className="wrap-anywhere block md:min-w-64">{reason}</span>,
  },
  { header: "Partner", cell: ({ partnerName }) => <span className="wrap-anywhere">{partnerName}</span> },
  { header: "Placed by", cell: ({ placedBy }) => <span className="wrap-anywhere">{placedBy}</span> },
  { header: "Placed", align: "end", cell: ({ placedAt }) => <Time at={placedAt} /> },
]);

/** Active legal holds of all partners. */
export const HoldList = (list: Listed<typeof holdList>) => (
  <ListView
    {...list}
    path="/custodian/holds"
    caption="Legal holds, newest first"
    columns={COLUMNS}
    empty={{
      title: "No legal holds",
      children: "To place a hold, open a record from the index, or a scene.",
      actions: <ButtonLink href="/custodian/index">Search the index</ButtonLink>,
    }}
  />
);
