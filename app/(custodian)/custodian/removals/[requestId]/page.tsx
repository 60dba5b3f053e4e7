import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { RecordLink, ReservedPage } from "@/components/custody/record-link";
import { readListAddress, type SearchParams, wordsFor } from "@/components/lists/list-address";
import { Cluster } from "@/components/removals/desk/cluster";
import { EarlierRequests, Messages, RequestNotes } from "@/components/removals/desk/conversation";
import { Decision } from "@/components/removals/desk/decision/panel";
import { Items } from "@/components/removals/desk/items";
import { Claim, holdsOf, MatchedRecord, RecordCopies, Statement } from "@/components/removals/desk/record";
import { RequestMarks, RequestStatus } from "@/components/removals/desk/request-status";
import { type Opened, recordsIn, selectionOf } from "@/components/removals/desk/selection";
import { WithdrawnRelease } from "@/components/removals/desk/withdrawn-release";
import { ListedCard } from "@/components/removals/exchange/listed-card";
import { REQUESTS_PATH, requestHref } from "@/components/shell/addresses";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { Callout, EmptyState } from "@/components/ui/callout";
import { History } from "@/components/ui/history";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { Ctx } from "@/lib/domain/core/context";
import { listColleagues } from "@/lib/domain/removals";
import { clocksOf, findNeighbors, viewItem, viewRequest } from "@/lib/domain/removals/custody";
import { DECISION_FORMS, waitsFor } from "@/lib/domain/removals/deciding/labels";
import { findListed } from "@/lib/domain/removals/exchange";
import { BASIS_LABELS } from "@/lib/domain/removals/labels";
import { clock } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { decideMatchAction } from "../../exchange/actions";
import { nullIfReserved } from "../../null-if-reserved";
import { showCopyForAction } from "../../records/[depictionId]/actions";
import {
  askAction,
  assignAction,
  attachAction,
  attachAllAction,
  attachOtherAction,
  closeAction,
  confirmAction,
  confirmAllAction,
  dismissAction,
  dismissAllAction,
  noteAction,
  reassignAction,
  rejectAction,
  rejectAllAction,
  releaseAction,
  removeFalseMatchAction,
} from "./actions";
import { DONE, didText } from "./done";

export const metadata: Metadata = { title: "Removal request" };

const BACK = { href: REQUESTS_PATH, label: "Removal requests" };

type Props = { params: Promise<{ requestId: string }>; searchParams: SearchParams };

/** One removal request: the claim and a matched record side by side, and the decision. Each view is recorded in the ledger. */
export default async function RequestPage({ params, searchParams }: Props) {
  const ctx = await requireCustodian();
  const { requestId } = await params;
  const { item, all, act, done, did, from } = readListAddress(await searchParams, [
    ...(["item", "all", "act"] as const),
    ...(["done", "did", "from"] as const),
  ]);
  const request = await viewRequest(ctx, requestId).catch(unsearchedOrReserved(ctx));
  if (request === "not_searched") return <UnsearchedRequest />;
  const told = { text: wordsFor(DONE, done), hasLeft: false, ...didText(did) };
  const notice = told.text ? (
    <Callout tone={told.hasLeft ? "waiting" : "done"} live title={told.text} className="mb-4">
      {from && from !== requestId ? (
        <>
          This is the next request. <RecordLink href={requestHref({ id: from })}>Open the one before</RecordLink>
        </>
      ) : null}
    </Callout>
  ) : null;
  // It may have become reserved while its reader decided.
  if (request === null)
    return (
      <>
        {notice}
        <ReservedPage title="Removal request" back={BACK} />
      </>
    );
  const { status, legalBasis, deadlineAt, email, custodian } = request;
  const { rows, total } = request.items;
  const reader = ctx.actor.userId;
  const selection = selectionOf(rows, { item, all }, (one) => waitsFor(reader, legalBasis, one));
  const { item: selected, isTogether, before, after } = selection;
  const alike = isTogether && selection.alike ? selection.alike : [];
  const alikeIds = alike.map(({ id }) => id);
  const [neighbors, colleagues, viewed, clocks, listed] = await Promise.all([
    findNeighbors(ctx, request),
    status === "open" ? listColleagues(ctx) : [],
    selected ? viewItem(ctx, { item: selected, claimant: request.email }) : null,
    selected ? clocksOf(ctx, selected.id) : [],
    findListed(ctx, { requestId }),
  ]);
  const now = clock.now();
  const hrefOf = (opened: Opened | null) => opened && requestHref(request, opened);
  const otherwise =
    selected && selection.alike ? hrefOf({ item: selected.id, ...(!isTogether && { all: "1" }) }) : null;
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
            {custodian?.id === reader && status === "open" ? <Badge tone="accent">Yours</Badge> : null}
          </>
        }
        description={
          <>
            From <Breakable text={email} />. Views are recorded in the ledger.
          </>
        }
      />
      {notice}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_18rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-4">
          <Items
            request={request}
            selection={selection}
            removeFalse={
              status === "withdrawn" ? null : (itemId) => removeFalseMatchAction.bind(null, requestId, itemId)
            }
          />
          {alike.length > 0 && selection.alike ? <Cluster request={request} alike={selection.alike} /> : null}
          {selected && viewed && viewed !== "erased" ? (
            <RecordCopies
              key={`${selected.id} ${alike.length}`}
              item={selected}
              alike={alike}
              viewed={viewed}
              showCopy={(depictionId) => showCopyForAction.bind(null, depictionId)}
            />
          ) : null}
          <div className="grid gap-4 md:grid-cols-2 md:items-start">
            <Claim request={request} selected={selected} />
            {selected && viewed ? (
              <MatchedRecord key={selected.id} request={request} item={selected} viewed={viewed} clocks={clocks} />
            ) : null}
          </div>
          {request.withdrawn ? <WithdrawnRelease withdrawn={request.withdrawn} /> : null}
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:row-span-2">
          <Decision
            // Its forms start empty after each act, and for each record.
            key={[
              selected?.id,
              selected?.status,
              alikeIds,
              status,
              custodian?.id,
              total,
              request.notes.length,
              act,
              done,
              did,
            ].join()}
            request={only(request)}
            statuses={rows.map((one) => one.status)}
            item={selected}
            alike={alike}
            otherwise={otherwise}
            isHeld={viewed !== null && typeof viewed !== "string" && holdsOf(viewed).length > 0}
            reader={reader}
            colleagues={colleagues}
            start={DECISION_FORMS.find((form) => form === act) ?? "decide"}
            actions={{
              confirm: confirmAction.bind(null, requestId, selected?.id ?? ""),
              reject: rejectAction.bind(null, requestId, selected?.id ?? ""),
              attach: attachAction.bind(
                null,
                requestId,
                selected?.depictionId ?? selected?.publicationId ?? selected?.productionId ?? "",
              ),
              dismiss: dismissAction.bind(null, requestId, selected?.id ?? ""),
              attachAll: attachAllAction.bind(null, requestId, alikeIds),
              dismissAll: dismissAllAction.bind(null, requestId, alikeIds),
              confirmAll: confirmAllAction.bind(null, requestId, alikeIds),
              rejectAll: rejectAllAction.bind(null, requestId, alikeIds),
              assign: assignAction.bind(null, requestId),
              release: releaseAction.bind(null, requestId),
              ask: askAction.bind(null, requestId),
              attachOther: attachOtherAction.bind(null, requestId),
              close: closeAction.bind(null, requestId),
              reassign: reassignAction.bind(null, requestId),
              note: noteAction.bind(null, requestId),
            }}
            previous={hrefOf(before) ?? (neighbors.previous && requestHref({ id: neighbors.previous }))}
            next={hrefOf(after) ?? (neighbors.next && requestHref({ id: neighbors.next }))}
            place={selection.place}
          />
          <ListedCard listed={listed} decide={decideMatchAction} />
          <RequestNotes notes={request.notes} />
          <Messages messages={request.messages} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Statement request={request} />
          <EarlierRequests earlier={request.earlier} now={now} />
          <History
            lines={request.history.rows}
            total={request.history.total}
            moreOf={({ detail }) => recordsIn(detail, rows)}
          />
        </div>
      </div>
    </>
  );
}

type Viewed = Awaited<ReturnType<typeof viewRequest>>;

/** What the panel needs of a request: the browser gets nothing else of it. */
const only = ({ id, status, legalBasis, appealedAt, askedAt, ...of }: Viewed) => ({
  ...{ id, status, legalBasis, appealedAt, askedAt },
  ...{ custodian: of.custodian, closingBy: of.closingBy, closingReason: of.closingReason, closedByIds: of.closedByIds },
});

const unsearchedOrReserved = (ctx: Ctx) => (error: unknown) =>
  error instanceof AppError && error.code === "not_searched" ? ("not_searched" as const) : nullIfReserved(ctx)(error);

/** Shown in place of a request whose records aren't known yet, so it may show the custodian. */
const UnsearchedRequest = () => (
  <>
    <PageHeader title="Removal request" back={BACK} />
    <EmptyState title="We are still looking for its records">Try again in a minute.</EmptyState>
  </>
);
