import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { requireCustodian } from "@/app/session";
import { RunningClocks } from "@/components/custody/running-clocks";
import { UnderAgeAlerts } from "@/components/custody/under-age-alerts";
import { checksHref, QueueList } from "@/components/identity/queue-list";
import type { SearchParams } from "@/components/lists/list-address";
import { RowKeys } from "@/components/ui/hotkeys";
import { PageHeader } from "@/components/ui/page-header";
import { listUnderAgeAlerts } from "@/lib/domain/custody/alerts";
import { checkList, countWaiting } from "@/lib/domain/identity";
import { CLOCKS_COUNTED_AT_MOST, readRunningClocks } from "@/lib/domain/removals";
import { closeAlertAction } from "./[checkId]/actions";

export const metadata: Metadata = { title: "Identities" };

/** The queue of checks, longest wait first. */
export default async function IdentitiesPage({ searchParams }: { searchParams: SearchParams }) {
  const ctx = await requireCustodian();
  const sent = await searchParams;
  const [list, { waiting }, alerts, clocks] = await Promise.all([
    checkList.open(ctx, sent),
    countWaiting(ctx),
    listUnderAgeAlerts(ctx),
    readRunningClocks(ctx),
  ]);
  // All checks on this page have been decided meanwhile, so start over.
  const { cursor, view, q } = list.address;
  if (list.rows.length === 0 && cursor) redirect(checksHref(view, { q }));
  return (
    <>
      <RowKeys />
      <PageHeader title="Identities" description="ID checks from creators and performers, longest wait first." />
      <RunningClocks {...clocks} most={CLOCKS_COUNTED_AT_MOST} />
      <UnderAgeAlerts {...alerts} close={closeAlertAction} />
      <QueueList {...list} waiting={waiting} />
    </>
  );
}
