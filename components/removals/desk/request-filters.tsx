import { ShieldX } from "lucide-react";
import { SearchInput } from "@/components/lists/filter-form";
import { FilterBar, FilterSelect } from "@/components/lists/filters";
import { EmptyState, NoMatches } from "@/components/ui/callout";
import { cutCountText } from "@/components/ui/format";
import { TabNav } from "@/components/ui/page-header";
import { hasDeadlines, type RequestPageQuery } from "@/lib/domain/removals/custody/schemas";
import { BASIS_LABELS, LEGAL_BASES } from "@/lib/domain/removals/labels";
import { countFilters, REQUESTS_PATH, requestsHref } from "./request-address";

const BASES = LEGAL_BASES.map((value) => ({ value, label: BASIS_LABELS[value] }));
const WORK = [
  { value: "mine", label: "Assigned to me" },
  { value: "unassigned", label: "Unassigned" },
  { value: "second", label: "Needs my second look" },
];

type RequestTabsProps = { view: RequestPageQuery["view"]; open: number; breached: number; most: number };

/** The views of the queue. */
export const RequestTabs = ({ view, open, breached, most }: RequestTabsProps) => (
  <TabNav
    label="Removal requests"
    current={requestsHref({ view })}
    items={[
      { href: REQUESTS_PATH, label: "Open", count: cutCountText(open, most) },
      {
        href: requestsHref({ view: "breached" }),
        label: "Breached",
        ...(breached > 0 && { count: cutCountText(breached, most) }),
      },
      { href: requestsHref({ view: "suggested" }), label: "New suggestions" },
      { href: requestsHref({ view: "all" }), label: "All" },
    ]}
  />
);

type RequestFilterBarProps = {
  address: RequestPageQuery;
  /** Filters in the URL that couldn't be read. */
  unread: readonly string[];
};

/** The filters of the queue. They live in the URL, so a view can be shared. */
export const RequestFilterBar = ({ address, unread }: RequestFilterBarProps) => (
  <FilterBar
    path={REQUESTS_PATH}
    kept={{ view: address.view }}
    active={[address.basis, address.work].filter(Boolean).length}
    clearHref={countFilters(address) + unread.length > 0 && requestsHref({ view: address.view })}
    unread={unread}
    search={
      <SearchInput
        listed={address.q}
        label="Claimant or request"
        placeholder="Full email of the claimant, or request id"
      />
    }
  >
    <FilterSelect param="basis" listed={address.basis} label="Legal basis" options={BASES} className="md:w-60" />
    {hasDeadlines(address.view) ? (
      <FilterSelect param="work" listed={address.work} label="Work" options={WORK} className="md:w-52" />
    ) : null}
  </FilterBar>
);

const FILED = "A request appears here as soon as its claimant confirms their email.";
const NONE: Readonly<Record<"open" | NonNullable<RequestPageQuery["view"]>, { title: string; words: string }>> = {
  open: { title: "No open requests", words: FILED },
  breached: { title: "No deadline has passed", words: "Requests past their deadline, or a platform’s, appear here." },
  suggested: {
    title: "No new suggestions",
    words: "Decided requests appear here when a similar record is logged later.",
  },
  all: { title: "No removal requests yet", words: FILED },
};

/** Shown when the queue is empty. */
export function NoRequests({ address }: { address: RequestPageQuery }) {
  if (countFilters(address) > 0) {
    return (
      <NoMatches title="No matching requests" icon={<ShieldX />} clearHref={requestsHref({ view: address.view })}>
        Search by the claimant’s full email address, or by the id of a request.
      </NoMatches>
    );
  }
  return (
    <EmptyState title={NONE[address.view ?? "open"].title} icon={<ShieldX />}>
      {NONE[address.view ?? "open"].words}
    </EmptyState>
  );
}
