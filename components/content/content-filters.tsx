import { countFilters } from "@/components/portal/filters";
import { SearchInput } from "@/components/ui/filter-form";
import { FilterBar, FilterSelect, FilterText } from "@/components/ui/filters";
import type { ContentPageQuery } from "@/lib/domain/content/lists/schemas";

import { CONTENT_PATH } from "./content-address";

const COPIES = [
  { value: "stored", label: "Stored" },
  { value: "late", label: "Not confirmed" },
  { value: "pending", label: "Pending" },
  { value: "missing", label: "Missing" },
];
const REMOVED = [
  { value: "no", label: "Not removed" },
  { value: "yes", label: "Removed" },
];

/** The filters of the content list. They live in the URL, so a view can be shared. */
export function ContentFilters({ address, unread }: { address: ContentPageQuery; unread: readonly string[] }) {
  return (
    <FilterBar
      path={CONTENT_PATH}
      active={countFilters({ ...address, q: undefined })}
      clearHref={countFilters(address) + unread.length > 0 && CONTENT_PATH}
      unread={unread}
      search={
        <SearchInput listed={address.q} label="Title, URL or content id" placeholder="Words, or the start of an id" />
      }
    >
      <FilterText
        param="creator"
        listed={address.creator}
        label="Creator"
        placeholder="Your user id, email or account id"
        className="col-span-2 md:w-60"
      />
      <FilterSelect param="copy" listed={address.copy} label="Copy" options={COPIES} className="md:w-44" />
      <FilterSelect param="removed" listed={address.removed} label="Record" options={REMOVED} />
      <FilterText param="from" listed={address.from} label="Produced from" type="date" className="md:w-40" />
      <FilterText param="to" listed={address.to} label="Produced until" type="date" className="md:w-40" />
    </FilterBar>
  );
}
