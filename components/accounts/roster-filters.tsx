import { Users } from "lucide-react";
import { SearchInput } from "@/components/lists/filter-form";
import { FilterBar, FilterSelect } from "@/components/lists/filters";
import { StatusTabs } from "@/components/lists/status-tabs";
import { EmptyState, NoMatches } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import type { RosterPageQuery } from "@/lib/domain/accounts/roster/schemas";
import type { SoloStatus } from "@/lib/domain/accounts/states";
import { STATUS_WORDS } from "@/lib/domain/accounts/states";
import { CREATORS_PATH, countFilters, rosterHref } from "./creator-address";

const STATUSES = [
  "active",
  "pending_id_verification",
  "subscribed_pending_id",
  "suspended",
] as const satisfies readonly SoloStatus[];

const REASONS = [
  { value: "partner_deactivated", label: "Deactivated by you" },
  { value: "platform_lapsed", label: "Platform fee unpaid" },
  { value: "subscription_lapsed", label: "Subscription ended" },
  { value: "platform_deactivated", label: "Deactivated by the service" },
  { value: "manual_suspension", label: "Suspended by the service" },
];

type RosterFilterBarProps = {
  address: RosterPageQuery;
  counts: Record<SoloStatus, number>;
  /** Where counting stops. */
  most: number;
  /** Filters in the URL that couldn't be read. */
  unread: readonly string[];
};

/** Tabs by status, and the roster's filters. They live in the URL, so a view can be shared. */
export function RosterFilterBar({ address, counts, most, unread }: RosterFilterBarProps) {
  const { find, status, reason } = address;
  // Only the suspended have a reason.
  const current = reason ? "suspended" : status;
  return (
    <>
      <StatusTabs
        label="Creators by status"
        statuses={STATUSES}
        words={STATUS_WORDS}
        counts={counts}
        most={most}
        current={current}
        hrefOf={(one) => rosterHref({ find, status: one })}
      />
      <FilterBar
        path={CREATORS_PATH}
        active={reason ? 1 : 0}
        clearHref={countFilters(address) + unread.length > 0 && CREATORS_PATH}
        kept={{ status }}
        unread={unread}
        search={
          <SearchInput
            name="find"
            listed={find}
            label="Email, your user id or account id"
            placeholder="The first characters are enough"
          />
        }
      >
        {current === undefined || current === "suspended" ? (
          <FilterSelect
            param="reason"
            listed={reason}
            label="Suspended because"
            options={REASONS}
            className="col-span-2 md:w-60"
          />
        ) : null}
      </FilterBar>
    </>
  );
}

export function NoCreators({ filtered, mayProvision }: { filtered: boolean; mayProvision: boolean }) {
  if (filtered) {
    return (
      <NoMatches title="No matching creators" icon={<Users />} clearHref={CREATORS_PATH}>
        Search by the start of an email, your user id or an account id.
      </NoMatches>
    );
  }
  return (
    <EmptyState
      title="No creators yet"
      icon={<Users />}
      actions={
        <>
          {mayProvision ? (
            <ButtonLink variant="primary" href={`${CREATORS_PATH}/new`}>
              Provision a creator
            </ButtonLink>
          ) : null}
          <ButtonLink href="/docs/solo-accounts#provisionSoloAccount">Provision through the API</ButtonLink>
        </>
      }
    >
      Creators you provision appear here right away.
    </EmptyState>
  );
}
