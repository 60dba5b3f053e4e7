import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { ReservedPage } from "@/components/custody/record-link";
import { readListAddress, type SearchParams, wordsFor } from "@/components/lists/list-address";
import { Conversation, EarlierRequests, Work } from "@/components/removals/desk/conversation";
import { Decision } from "@/components/removals/desk/decision";
import { Items, StepLink } from "@/components/removals/desk/items";
import { Agreements, Claim, MatchedRecord } from "@/components/removals/desk/record";
import { RequestMarks, RequestStatus } from "@/components/removals/desk/request-status";
import { recordTitle } from "@/components/removals/takedowns/takedown";
import { REQUESTS_PATH, requestHref } from "@/components/shell/addresses";
import { Badge } from "@/components/ui/badge";
import { Callout, EmptyState } from "@/components/ui/callout";
import { History } from "@/components/ui/history";
import { PressKeys } from "@/components/ui/hotkeys";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import {
  clocksOf,
  findNeighbors,
  type RequestItem,
  type ViewedRequest,
  viewItem,
  viewRequest,
} from "@/lib/domain/removals/custody";
import { BASIS_LABELS } from "@/lib/domain/removals/labels";
import { clock } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { nullIfReserved } from "../../null-if-reserved";
import { showCopyForAction } from "../../records/[depictionId]/actions";
import {
  askAction,
  assignAction,
  attachAction,
  attachOtherAction,
  closeAction,
  confirmAction,
  dismissAction,
  rejectAction,
  releaseAction,
} from "./actions";
import { DONE } from "./done";

export const metadata: Metadata = { title: "Removal request" };

const BACK = { href: REQUESTS_PATH, label: "Removal requests" };
const KEYS = ["j", "k", "c", "r", "t", "d", "i", "q", "x", "w", "n", "p"];

type Props = { params: Promise<{ requestId: string }>; searchParams: SearchParams };

/** One removal request: the claim and a matched record side by side, and the decision. Each view is recorded in the ledger. */
export default async function RequestPage({ params, searchParams }: Props) {
  const ctx = await requireCustodian();
  const { requestId } = await params;
  const { item, done } = readListAddress(await searchParams, ["item", "done"]);
  const request = await viewRequest(ctx, requestId).catch(unsearchedOrReserved(ctx));
  if (request === "not_searched") return <UnsearchedRequest />;
  if (request === null) return <ReservedPage title="Removal request" back={BACK} />;
  const { status, legalBasis, deadlineAt, email, custodian } = request;
  const { previous, next } = await findNeighbors(ctx, request);
  const selected = request.items.rows.find(({ id }) => id === item) ?? request.items.rows[0];
  const reader = ctx.actor.userId;
  const now = clock.now();
  const titles = new Map(request.items.rows.map((item) => [item.id, recordTitle(item)]));
  return (
    <>
      <PageHeader
        title={BASIS_LABELS[legalBasis]}
        back={BACK}
        meta={
          <>
            <RequestStatus status={status} deadlineAt={deadlineAt} now={now} />
            {status === "open" ? <Time at={deadlineAt} as="left" className="font-medium" /> : null}
            <RequestMarks {...request} isAsked={request.askedAt !== null && status === "open"} />
            {custodian && custodian.id !== reader && status === "open" ? (
              <Badge tone="waiting">{custodian.name} works on this</Badge>
            ) : null}
          </>
        }
        description={
          <span className="wrap-anywhere">Removal request from {email}. Views are recorded in the ledger.</span>
        }
        actions={
          <>
            <StepLink label="Previous request" keys="p" to={previous && requestHref({ id: previous })} />
            <StepLink label="Next request" keys="n" to={next && requestHref({ id: next })} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        {wordsFor(DONE, done) ? <Callout tone="done" live title={wordsFor(DONE, done)} /> : null}
        <Items request={request} selected={selected} />
        <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
          <div className="flex min-w-0 flex-col gap-6">
            <Claim request={request} />
            <EarlierRequests earlier={request.earlier} now={now} />
          </div>
          <div className="flex min-w-0 flex-col gap-6">
            {selected ? <Selected ctx={ctx} request={request} item={selected} /> : null}
            {/* What was written is gone once it was sent. */}
            <Conversation key={request.messages.length} request={request} ask={askAction.bind(null, requestId)} />
            <Work
              key={request.items.total}
              request={request}
              reader={reader}
              actions={{
                assign: assignAction.bind(null, requestId),
                release: releaseAction.bind(null, requestId),
                attachOther: attachOtherAction.bind(null, requestId),
                close: closeAction.bind(null, requestId),
              }}
            />
          </div>
        </div>
        <History
          lines={request.history.rows}
          total={request.history.total}
          moreOf={({ detail }) => titles.get(detail.itemId ?? "") ?? null}
        />
      </div>
      <PressKeys keys={KEYS} />
    </>
  );
}

const unsearchedOrReserved = (ctx: Ctx) => (error: unknown) =>
  error instanceof AppError && error.code === "not_searched" ? ("not_searched" as const) : nullIfReserved(ctx)(error);

/** Shown in place of a request whose records aren't known yet, so it may show the custodian. */
const UnsearchedRequest = () => (
  <>
    <PageHeader title="Removal request" back={BACK} />
    <EmptyState title="We are still looking for its records">Try again in a minute.</EmptyState>
  </>
);

type SelectedProps = { ctx: Ctx<StaffActor>; request: ViewedRequest; item: RequestItem };

/** The selected record, what speaks against its removal, and the decision. */
async function Selected({ ctx, request, item }: SelectedProps) {
  const [viewed, clocks] = await Promise.all([
    viewItem(ctx, { item, claimant: request.email }),
    clocksOf(ctx, item.id),
  ]);
  return (
    <>
      <MatchedRecord
        item={item}
        viewed={viewed}
        clocks={clocks}
        showCopy={(depictionId) => showCopyForAction.bind(null, depictionId)}
      />
      {typeof viewed === "string" ? null : <Agreements agreements={viewed.agreements} />}
      <Decision
        // The forms of another record start empty.
        key={item.id}
        request={request}
        item={item}
        reader={ctx.actor.userId}
        actions={{
          confirm: confirmAction.bind(null, request.id, item.id),
          reject: rejectAction.bind(null, request.id, item.id),
          attach: attachAction.bind(
            null,
            request.id,
            item.depictionId ?? item.publicationId ?? item.productionId ?? "",
          ),
          dismiss: dismissAction.bind(null, request.id, item.id),
        }}
      />
    </>
  );
}
