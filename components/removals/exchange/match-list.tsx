import { ArrowLeftRight } from "lucide-react";
import { RecordLink, reservable } from "@/components/custody/record-link";
import { optionsOf } from "@/components/lists/filters";
import { ListView } from "@/components/lists/list-view";
import { EXCHANGE_PATH, requestHref } from "@/components/shell/addresses";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { MatchRow, matchList } from "@/lib/domain/removals/exchange";
import { MATCH_STATUS_LABELS, MATCH_STATUSES } from "@/lib/domain/removals/exchange/labels";
import { type Decide, distanceText, MatchDecision } from "./decide-match";

const columns = (decide: Decide) =>
  reservable<MatchRow>([
    {
      header: "Matched",
      primary: true,
      cell: ({ depictionId, requestId, title }) =>
        requestId ? (
          <RecordLink plain href={requestHref({ id: requestId })} className="font-medium">
            A file named in a removal request
          </RecordLink>
        ) : (
          <RecordLink
            plain
            href={`/custodian/records/${depictionId}`}
            className="wrap-anywhere line-clamp-2 font-medium"
          >
            {title ?? "Untitled"}
          </RecordLink>
        ),
    },
    { header: "Source", cell: ({ source }) => <span className="wrap-anywhere">{source}</span> },
    { header: "Hash", cell: ({ distance }) => distanceText(distance) },
    {
      header: "Decision",
      cell: (row) => <MatchDecision match={{ ...row, removalId: row.requestId ?? row.removalId }} decide={decide} />,
    },
    { header: "Listed", cell: ({ listedAt }) => <Time at={listedAt} /> },
    { header: "Found", align: "end", cell: ({ foundAt }) => <Time at={foundAt} /> },
  ]);

/** Records and filings that matched a listed hash. */
export const MatchList = ({ decide, ...list }: Listed<typeof matchList> & { decide: Decide }) => (
  <ListView
    {...list}
    path={EXCHANGE_PATH}
    caption="Matches, newest first"
    columns={columns(decide)}
    controls={{
      status: {
        label: "Decision",
        options: optionsOf(MATCH_STATUSES, MATCH_STATUS_LABELS),
        className: "md:w-40",
      },
    }}
    empty={{
      icon: <ArrowLeftRight aria-hidden />,
      title: "No matches",
      children: "Records and named files that match a listed hash appear here.",
    }}
  />
);
