import { FilterSelect } from "@/components/lists/filters";
import { CreatorFilter, DayFilters, ListFilters } from "@/components/lists/list-filters";
import type { ContentPageQuery } from "@/lib/domain/records/content/lists/schemas";

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
    <ListFilters
      path={CONTENT_PATH}
      address={address}
      unread={unread}
      search={{ label: "Title, URL or content id", placeholder: "Words, or the start of an id" }}
    >
      <CreatorFilter listed={address.creator} />
      <FilterSelect param="copy" listed={address.copy} label="Copy" options={COPIES} className="md:w-44" />
      <FilterSelect param="removed" listed={address.removed} label="Record" options={REMOVED} />
      <DayFilters what="Produced" from={address.from} to={address.to} />
    </ListFilters>
  );
}
