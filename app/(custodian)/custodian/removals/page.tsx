import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { readListAddress, type SearchParams, wordsFor } from "@/components/lists/list-address";
import { RequestList } from "@/components/removals/desk/request-list";
import { REQUEST_REPORTS_PATH } from "@/components/shell/addresses";
import { ActionForm } from "@/components/ui/action-form";
import { Callout } from "@/components/ui/callout";
import { PressKeys, RowKeys } from "@/components/ui/hotkeys";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { countRequests, REQUESTS_COUNTED_AT_MOST, requestList } from "@/lib/domain/removals/custody";
import { clock } from "@/lib/platform/clock";
import { DONE, didText } from "./[requestId]/done";
import { releaseAllAction, takeBatchAction, takeNextAction } from "./actions";

export const metadata: Metadata = { title: "Removal requests" };

type Props = { searchParams: SearchParams };

/** The queue of removal requests, by deadline. */
export default async function RemovalsPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const sent = await searchParams;
  const [list, counts] = await Promise.all([requestList.open(ctx, sent), countRequests(ctx)]);
  const told = readListAddress(sent, ["done", "did"]);
  const done = wordsFor(DONE, told.done) ?? didText(told.did)?.text;
  return (
    <>
      <RowKeys />
      <PressKeys keys={["n"]} />
      <PageHeader
        title="Removal requests"
        description="What people ask to have taken down, by deadline."
        actions={
          <>
            <ButtonLink href={REQUEST_REPORTS_PATH}>Monthly report</ButtonLink>
            {counts.open > 0 ? (
              <ActionForm action={takeNextAction} label="Take the next request" variant="primary" shortcut="n" />
            ) : null}
          </>
        }
      />
      {done ? <Callout tone="done" live title={`${done} Nothing else waits for you.`} className="mb-4" /> : null}
      <RequestList
        {...list}
        {...counts}
        most={REQUESTS_COUNTED_AT_MOST}
        now={clock.now()}
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
