import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { requireCustodian, requireSession } from "@/app/session";
import { RunningClocks } from "@/components/custody/running-clocks";
import { UnderAgeAlerts } from "@/components/custody/under-age-alerts";
import { KnownOutcome } from "@/components/identity/known-cases";
import { checksHref, QueueList } from "@/components/identity/queue-list";
import type { SearchParams } from "@/components/lists/list-address";
import { ActionForm } from "@/components/ui/action-form";
import { Callout } from "@/components/ui/callout";
import { counted } from "@/components/ui/format";
import { PressKeys, RowKeys } from "@/components/ui/hotkeys";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { listUnderAgeAlerts } from "@/lib/domain/custody/alerts";
import { checkList, countWaiting, findKnownCaseOutcome } from "@/lib/domain/identity";
import { CLOCKS_COUNTED_AT_MOST, readRunningClocks } from "@/lib/domain/removals";
import { closeAlertAction } from "../[checkId]/actions";
import { releaseAllAction, takeBatchAction, takeNextAction } from "../actions";

export const metadata: Metadata = { title: "Identities" };

/** So many photos opened in a day are a reason to pause. */
const PAUSE_AFTER = 150;

/** The queue of checks, longest wait first. */
export default async function IdentitiesPage({ searchParams }: { searchParams: SearchParams }) {
  const ctx = await requireCustodian();
  const { user } = await requireSession();
  const sent = await searchParams;
  const [list, counts, alerts, clocks] = await Promise.all([
    checkList.open(ctx, sent),
    countWaiting(ctx),
    listUnderAgeAlerts(ctx),
    readRunningClocks(ctx),
  ]);
  // All checks on this page have been decided meanwhile, so start over.
  const { cursor, view, ...filters } = list.address;
  if (list.rows.length === 0 && cursor) redirect(checksHref(view, filters));
  return (
    <>
      <RowKeys />
      <PressKeys keys={["n"]} />
      <PageHeader
        title="Identities"
        description={`ID checks from creators and performers. We promise a decision within ${counted(counts.promiseHours, "hour")}.`}
        actions={
          <>
            <ButtonLink href="/custodian/identities/figures">Figures</ButtonLink>
            <ActionForm action={takeNextAction} label="Take the next check" variant="primary" shortcut="n" />
          </>
        }
      />
      {typeof sent.known === "string" ? <KnownOutcome outcome={await findKnownCaseOutcome(ctx, sent.known)} /> : null}
      {counts.opened >= PAUSE_AFTER ? (
        <Callout
          title={`You opened ${counts.opened} photos today`}
          actions={
            counts.mine > 0 ? (
              <ActionForm action={releaseAllAction} label="Put my checks back and pause" size="sm" />
            ) : undefined
          }
        >
          Take a break, or do something else for a while. Only you see this count.
          {user.blursPictures ? null : (
            <>
              {" "}
              Pictures can also <TextLink href="/account#pictures">open blurred</TextLink>.
            </>
          )}
        </Callout>
      ) : null}
      <RunningClocks {...clocks} most={CLOCKS_COUNTED_AT_MOST} />
      <UnderAgeAlerts {...alerts} close={closeAlertAction} />
      <QueueList
        {...list}
        {...counts}
        tools={
          <>
            {counts.mine > 0 ? (
              <ActionForm
                action={releaseAllAction}
                label={counts.mine === 1 ? "Put mine back" : `Put all ${counts.mine} back`}
                variant="ghost"
                size="sm"
              />
            ) : null}
            <ActionForm action={takeBatchAction} label="Assign 5 to me" size="sm" />
          </>
        }
      />
    </>
  );
}
