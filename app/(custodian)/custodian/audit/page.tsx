import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { StaffAuditLog } from "@/components/custody/staff-audit";
import type { SearchParams } from "@/components/lists/list-address";
import { PageHeader } from "@/components/ui/page-header";
import { staffAuditList } from "@/lib/domain/custody/staff-audit";
import { listColleagues } from "@/lib/domain/identity";

export const metadata: Metadata = { title: "Audit log" };

type Props = { searchParams: SearchParams };

/** What custodians and operators administered. */
export default async function StaffAuditPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const [list, colleagues] = await Promise.all([staffAuditList.open(ctx, await searchParams), listColleagues(ctx)]);
  return (
    <>
      <PageHeader
        title="Audit log"
        description="What custodians and operators administered. Decisions about people and records are in their own histories."
      />
      <StaffAuditLog list={list} custodians={[{ id: ctx.actor.userId, name: "You" }, ...colleagues]} />
    </>
  );
}
