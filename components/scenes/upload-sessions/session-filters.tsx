import { FilterSelect } from "@/components/lists/filters";
import { CreatorFilter, ListFilters } from "@/components/lists/list-filters";
import { UPLOAD_PATHS, UPLOAD_SESSION_STATUSES } from "@/lib/domain/scenes/upload-sessions/labels";
import type { SessionPageQuery } from "@/lib/domain/scenes/upload-sessions/portal/schemas";
import { PATH_WORDS, SESSION_STATUS_WORDS } from "./session";
import { SESSIONS_PATH } from "./session-address";

const STATUSES = UPLOAD_SESSION_STATUSES.map((value) => ({ value, label: SESSION_STATUS_WORDS[value] }));
const PATHS = UPLOAD_PATHS.map((value) => ({ value, label: PATH_WORDS[value] }));

/** The filters of the session list. They live in the URL, so a view can be shared. */
export function SessionFilterBar({ address, unread }: { address: SessionPageQuery; unread: readonly string[] }) {
  return (
    <ListFilters
      path={SESSIONS_PATH}
      address={address}
      unread={unread}
      search={{ label: "Title, id or creator", placeholder: "Part of a title, or the start of an id" }}
    >
      <FilterSelect param="status" listed={address.status} label="Status" options={STATUSES} />
      <FilterSelect param="path" listed={address.path} label="Path" options={PATHS} />
      <CreatorFilter listed={address.creator} />
    </ListFilters>
  );
}
