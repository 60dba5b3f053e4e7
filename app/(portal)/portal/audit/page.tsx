import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { TeamAuditLog } from "@/components/parties/audit-log";
import { PageHeader } from "@/components/ui/page-header";
import { teamAuditList } from "@/lib/domain/events/changes";
import { listTeam } from "@/lib/domain/parties/partners";

export const metadata: Metadata = { title: "Audit log" };

/** What the team administered: sign-ins, roles, keys, webhooks, billing and exports. */
export default async function AuditPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser("manage_team");
  const [list, { members }] = await Promise.all([teamAuditList.open(ctx, await searchParams), listTeam(ctx)]);
  return (
    <>
      <PageHeader
        title="Audit log"
        description="What your team, your API keys and we did to your settings. Changes of records are in each record’s history."
      />
      <TeamAuditLog
        list={list}
        members={members.map(({ userId, name, email }) => ({ id: userId, name: name ?? email }))}
      />
    </>
  );
}
