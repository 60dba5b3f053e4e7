import { UserPlus } from "lucide-react";
import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { ChangeUnderWay } from "@/components/accounts/change-list";
import { RosterList } from "@/components/accounts/roster-list";
import { CREATORS_PATH } from "@/components/shell/addresses";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { COUNTED_AT_MOST, countAccounts } from "@/lib/domain/accounts";
import { findChangeUnderWay, rosterList } from "@/lib/domain/accounts/roster";
import { may } from "@/lib/domain/parties/people";
import { planChangeAction, startChangeAction } from "./actions";

export const metadata: Metadata = { title: "Creators" };

/** The creators the partner provisioned, with their status. */
export default async function CreatorsPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const mayManage = may(ctx.actor.role, "manage_records");
  const [list, counts, underWay] = await Promise.all([
    rosterList.open(ctx, await searchParams),
    countAccounts(ctx),
    mayManage ? findChangeUnderWay(ctx) : null,
  ]);
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
        <RosterList
          list={list}
          counts={counts}
          most={COUNTED_AT_MOST}
          change={mayManage ? { plan: planChangeAction, start: startChangeAction } : null}
        />
      </div>
    </>
  );
}
