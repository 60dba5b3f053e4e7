import { ShieldX } from "lucide-react";
import { countFilters } from "@/components/lists/address-filters";
import { FilterSelect } from "@/components/lists/filters";
import { ListFilters } from "@/components/lists/list-filters";
import { EmptyState, NoMatches } from "@/components/ui/callout";
import { cutCountText } from "@/components/ui/format";
import { TabNav } from "@/components/ui/page-header";
import { BASIS_LABELS, LEGAL_BASES } from "@/lib/domain/removals/labels";
import type { TakedownPageQuery } from "@/lib/domain/removals/portal/schemas";
import { TAKEDOWNS_PATH, takedownsHref } from "./takedown-address";

const BASES = LEGAL_BASES.map((value) => ({ value, label: BASIS_LABELS[value] }));

type TakedownTabsProps = { view: TakedownPageQuery["view"]; open: number; breached: number; most: number };

/** The open takedowns, those past their deadline, and all of them. */
export const TakedownTabs = ({ view, open, breached, most }: TakedownTabsProps) => (
  <TabNav
    label="Takedowns"
    current={takedownsHref({ view })}
    items={[
      { href: TAKEDOWNS_PATH, label: "Open", count: cutCountText(open, most) },
      {
        href: takedownsHref({ view: "breached" }),
        label: "Breached",
        ...(breached > 0 && { count: cutCountText(breached, most) }),
      },
      { href: takedownsHref({ view: "all" }), label: "All" },
    ]}
  />
);

type TakedownFilterBarProps = {
  address: TakedownPageQuery;
  /** Filters in the URL that couldn't be read. */
  unread: readonly string[];
};

/** The filters of the takedown list. They live in the URL, so a view can be shared. */
export const TakedownFilterBar = ({ address, unread }: TakedownFilterBarProps) => (
  <ListFilters
    path={TAKEDOWNS_PATH}
    address={address}
    kept={{ view: address.view }}
    clearHref={takedownsHref({ view: address.view })}
    unread={unread}
    search={{ label: "Title, URL or id", placeholder: "Part of a title, a URL, or start of an id" }}
  >
    <FilterSelect param="basis" listed={address.basis} label="Legal basis" options={BASES} className="md:w-60" />
  </ListFilters>
);

const OPENED = "When a removal request is about your content, it appears here with its deadline.";
const NONE: Readonly<Record<"open" | NonNullable<TakedownPageQuery["view"]>, { title: string; words: string }>> = {
  open: { title: "Nothing to take down", words: OPENED },
  breached: {
    title: "No deadline has passed",
    words: "Takedowns past their deadline appear here until they are marked.",
  },
  all: { title: "No takedowns yet", words: OPENED },
};

export function NoTakedowns({ address }: { address: TakedownPageQuery }) {
  if (countFilters(address) > 0) {
    return (
      <NoMatches title="No matching takedowns" icon={<ShieldX />} clearHref={takedownsHref({ view: address.view })}>
        Search by part of a title, a full URL, or the start of a content id or of one of our ids.
      </NoMatches>
    );
  }
  return (
    <EmptyState title={NONE[address.view ?? "open"].title} icon={<ShieldX />}>
      {NONE[address.view ?? "open"].words}
    </EmptyState>
  );
}
