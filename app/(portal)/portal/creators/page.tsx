import { History, UserPlus } from "lucide-react";
import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/page-props";
import { requirePortalUser } from "@/app/session";
import { ChangeUnderWay } from "@/components/accounts/change-list";
import { CREATORS_PATH, countFilters, filtersOf, rosterHref } from "@/components/accounts/creator-address";
import { NoCreators, RosterFilterBar } from "@/components/accounts/roster-filters";
import { RosterList } from "@/components/accounts/roster-list";
import { ExportButton } from "@/components/lists/filters";
import { unreadNames } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { COUNTED_AT_MOST, countAccounts } from "@/lib/domain/accounts";
import { findChangeUnderWay, listRoster } from "@/lib/domain/accounts/roster";
import { ROSTER_FILTERS, RosterPageQuery } from "@/lib/domain/accounts/roster/schemas";
import { may } from "@/lib/domain/parties/people";
import { planChangeAction, startChangeAction } from "./actions";

export const metadata: Metadata = { title: "Creators" };

/** The creators the partner provisioned, with their status. */
export default async function CreatorsPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const sent = await searchParams;
  const address = RosterPageQuery.parse(sent);
  const mayManage = may(ctx.actor.role, "manage_records");
  const [{ creators, newer, older }, counts, underWay] = await Promise.all([
    listRoster(ctx, address),
    countAccounts(ctx),
    mayManage ? findChangeUnderWay(ctx) : null,
  ]);
  const filters = filtersOf(address);
  const at = (cursor: string) => rosterHref({ ...filters, cursor });

  return (
    <>
      <PageHeader
        title="Creators"
        description="Everyone you provisioned. Only active creators can upload."
        actions={
          mayManage ? (
            <ButtonLink
              variant="primary"
              href={`${CREATORS_PATH}/new`}
              icon={<UserPlus aria-hidden className="size-4" />}
            >
              Provision
            </ButtonLink>
          ) : null
        }
      />
      <div className="flex flex-col gap-4">
        {underWay ? <ChangeUnderWay state={underWay} /> : null}
        <RosterFilterBar
          address={address}
          unread={unreadNames(sent, ROSTER_FILTERS, address)}
          counts={counts}
          most={COUNTED_AT_MOST}
        />
        <RosterList
          key={rosterHref(address)}
          rows={creators}
          filters={filters}
          isMore={newer !== null || older !== null}
          change={mayManage ? { plan: planChangeAction, start: startChangeAction } : null}
          tools={<Tools mayManage={mayManage} />}
          empty={<NoCreators filtered={countFilters(address) > 0} mayProvision={mayManage} />}
        />
        <Pager newer={newer && at(newer)} older={older && at(older)} />
      </div>
    </>
  );
}

function Tools({ mayManage }: { mayManage: boolean }) {
  return (
    <>
      {mayManage ? (
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
  );
}
