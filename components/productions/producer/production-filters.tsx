import { Clapperboard } from "lucide-react";
import { SearchInput } from "@/components/lists/filter-form";
import { FilterBar, FilterSelect } from "@/components/lists/filters";
import { listHref } from "@/components/lists/list-address";
import { PRODUCTION_STATUS_WORDS } from "@/components/productions/production";
import { EmptyState, NoMatches } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { PRODUCTION_STATUSES } from "@/lib/domain/productions/labels";
import type { ProductionPageQuery } from "@/lib/domain/productions/portal/schemas";
import { PRODUCTIONS_PATH } from "./production-address";

export const NEW_PRODUCTION_PATH = "/producer/productions/new";

type Address = Pick<ProductionPageQuery, "q" | "status" | "cursor">;

/** The list's URL with these filters and cursor. */
export const ownProductionsHref = (address: Address): string => listHref(PRODUCTIONS_PATH, address);

const STATUSES = PRODUCTION_STATUSES.map((value) => ({ value, label: PRODUCTION_STATUS_WORDS[value] }));

/** The filters of the producer's list. They live in the URL. */
export const OwnProductionFilters = ({
  address: { q, status },
  unread,
}: {
  address: Address;
  /** Filters in the URL that couldn't be read. */
  unread: readonly string[];
}) => (
  <FilterBar
    path={PRODUCTIONS_PATH}
    active={status ? 1 : 0}
    clearHref={(q !== undefined || status !== undefined || unread.length > 0) && PRODUCTIONS_PATH}
    unread={unread}
    search={
      <SearchInput
        listed={q}
        label="Title, performer’s email or production id"
        placeholder="Part of a title, or the start of the others"
      />
    }
  >
    <FilterSelect param="status" listed={status} label="Status" options={STATUSES} className="md:w-52" />
  </FilterBar>
);

/** Shown when the producer's list is empty. */
export const NoProductions = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <NoMatches title="No matching productions" icon={<Clapperboard />} clearHref={PRODUCTIONS_PATH}>
      Search by part of a title, or the start of a performer’s email or a production id.
    </NoMatches>
  ) : (
    <EmptyState
      title="No productions yet"
      icon={<Clapperboard />}
      actions={
        <ButtonLink variant="primary" href={NEW_PRODUCTION_PATH}>
          Create production
        </ButtonLink>
      }
    >
      A checklist shows what is missing before you can seal the records.
    </EmptyState>
  );
