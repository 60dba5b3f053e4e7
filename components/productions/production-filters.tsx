import { Film } from "lucide-react";
import { FilterSelect } from "@/components/lists/filters";
import { ListFilters } from "@/components/lists/list-filters";
import { EmptyState, NoMatches } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { PRODUCTION_STATUSES } from "@/lib/domain/productions/labels";
import type { ProductionPageQuery } from "@/lib/domain/productions/portal/schemas";
import { PRODUCTION_STATUS_WORDS } from "./production";
import { NEW_PRODUCTION_PATH, PRODUCERS_PATH, PRODUCTIONS_PATH } from "./production-address";

const STATUSES = PRODUCTION_STATUSES.map((value) => ({ value, label: PRODUCTION_STATUS_WORDS[value] }));
const ENDS = [
  { value: "ended", label: "Has ended" },
  { value: "30", label: "Within 30 days" },
  { value: "60", label: "Within 60 days" },
];

type ProductionFilterBarProps = {
  address: ProductionPageQuery;
  /** Filters in the URL that couldn't be read. */
  unread: readonly string[];
};

/** The filters of the production list. They live in the URL, so a view can be shared. */
export const ProductionFilterBar = ({ address, unread }: ProductionFilterBarProps) => (
  <ListFilters
    path={PRODUCTIONS_PATH}
    address={address}
    unread={unread}
    search={{ label: "Title, email or id", placeholder: "Part of a title, start of an email or id" }}
  >
    <FilterSelect param="status" listed={address.status} label="Status" options={STATUSES} className="md:w-52" />
    <FilterSelect
      param="ends"
      listed={address.ends}
      label="Certificate ends"
      options={ENDS}
      allLabel="Any time"
      className="md:w-44"
    />
  </ListFilters>
);

type NoProductionsProps = {
  filtered: boolean;
  /** Whether the reader may create productions. */
  mayManage: boolean;
  /** Whether the partner works with a producer yet. */
  hasProducer: boolean;
};

export function NoProductions({ filtered, mayManage, hasProducer }: NoProductionsProps) {
  if (filtered) {
    return (
      <NoMatches title="No matching productions" icon={<Film />} clearHref={PRODUCTIONS_PATH}>
        Search by part of a title, or the start of a performer’s email or a production id.
      </NoMatches>
    );
  }
  return (
    <EmptyState
      title="No productions yet"
      icon={<Film />}
      actions={mayManage ? <FirstStep {...{ hasProducer }} /> : null}
    >
      A producer documents who is in a production and seals the records. You then get a certificate that proves it.
    </EmptyState>
  );
}

const FirstStep = ({ hasProducer }: Pick<NoProductionsProps, "hasProducer">) =>
  hasProducer ? (
    <ButtonLink href={NEW_PRODUCTION_PATH}>Create production</ButtonLink>
  ) : (
    <ButtonLink href={PRODUCERS_PATH}>Invite a producer</ButtonLink>
  );
