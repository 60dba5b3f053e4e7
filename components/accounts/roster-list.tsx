import { History, Users } from "lucide-react";
import { Empty } from "@/components/lists/empty";
import { ExportButton } from "@/components/lists/export-button";
import { ListFilters } from "@/components/lists/filters";
import { listHref, pagesOf } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { StatusTabs } from "@/components/lists/status-tabs";
import { CREATORS_PATH } from "@/components/shell/addresses";
import { ButtonLink } from "@/components/ui/link";
import type { rosterList } from "@/lib/domain/accounts/roster";
import { REASON_WORDS, type SoloStatus, STATUS_WORDS, SUSPEND_REASONS } from "@/lib/domain/accounts/states";
import type { Listed } from "@/lib/domain/core/lists";
import type { PlanChange, StartChange } from "./change-dialog";
import { PickableCreators } from "./pickable-creators";

const STATUSES = [
  "active",
  "pending_id_verification",
  "subscribed_pending_id",
  "suspended",
] as const satisfies readonly SoloStatus[];

const REASONS = SUSPEND_REASONS.map((value) => ({
  value,
  label: REASON_WORDS[value].replace(/^./, (first) => first.toUpperCase()),
}));

type RosterListProps = {
  list: Listed<typeof rosterList>;
  counts: Record<SoloStatus, number>;
  /** Where counting stops. */
  most: number;
  /** What changes the selected creators; null for a role that only reads. */
  change: { plan: PlanChange; start: StartChange } | null;
};

/** The partner's creators, with tabs by status. */
export function RosterList({ list, counts, most, change }: RosterListProps) {
  const { address, newer, older } = list;
  const { cursor: _, ...filters } = address;
  const { find, status, reason } = filters;
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
        hrefOf={(one) => listHref(CREATORS_PATH, { find, status: one })}
      />
      <ListFilters
        {...list}
        path={CREATORS_PATH}
        kept={["status"]}
        search={{
          name: "find",
          label: "Email, your user id or account id",
          placeholder: "The first characters are enough",
        }}
        controls={{
          reason: (current === undefined || current === "suspended") && {
            label: "Suspended because",
            options: REASONS,
            className: "col-span-2 md:w-60",
          },
        }}
      />
      <PickableCreators
        key={listHref(CREATORS_PATH, address)}
        rows={list.rows}
        filters={filters}
        isMore={newer !== null || older !== null}
        change={change}
        tools={
          <>
            {change ? (
              <ButtonLink
                size="sm"
                variant="ghost"
                href={`${CREATORS_PATH}/changes`}
                icon={<History aria-hidden className="size-4" />}
              >
                Changes
              </ButtonLink>
            ) : null}
            <ExportButton path="/api/portal/creators/export" />
          </>
        }
        empty={
          <Empty
            path={CREATORS_PATH}
            address={address}
            empty={{
              icon: <Users />,
              title: "No creators yet",
              children: "Creators you provision appear here right away.",
              actions: (
                <>
                  {change ? (
                    <ButtonLink variant="primary" href={`${CREATORS_PATH}/new`}>
                      Provision a creator
                    </ButtonLink>
                  ) : null}
                  <ButtonLink href="/docs/solo-accounts#provisionSoloAccount">Provision through the API</ButtonLink>
                </>
              ),
              noMatch: {
                title: "No matching creators",
                children: "Search by the start of an email, your user id or an account id.",
              },
            }}
          />
        }
      />
      <Pager {...pagesOf(list, (cursor) => listHref(CREATORS_PATH, { ...address, cursor }))} />
    </>
  );
}
