import { RecordLink } from "@/components/custody/record-link";
import { requestHref } from "@/components/shell/addresses";
import { ActionForm } from "@/components/ui/action-form";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { SectionCard } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { ViewedRequest } from "@/lib/domain/removals/custody";
import { MESSAGE_MAX } from "@/lib/domain/removals/filing/labels";
import { BASIS_LABELS, needsTwo } from "@/lib/domain/removals/labels";
import type { FormAction } from "./decision";
import { RequestStatus } from "./request-status";
import { WordsForm } from "./words-form";

type ConversationProps = { request: ViewedRequest; ask: FormAction };

/** Questions to the claimant, their answers, and an appeal's words. */
export const Conversation = ({ request: { messages, askedAt, status }, ask }: ConversationProps) => (
  <SectionCard
    id="messages"
    title="Messages"
    description={
      askedAt && status === "open"
        ? "The claimant hasn’t answered yet. The deadline stays."
        : messages.length === 0
          ? "None yet."
          : undefined
    }
    body="flex flex-col gap-4 empty:hidden"
  >
    {messages.length === 0 ? null : (
      <ol className="flex flex-col gap-4">
        {messages.map(({ id, custodian, isAppeal, text, sentAt }) => (
          <li key={id} className="flex flex-col gap-1 border-line border-l-2 pl-4">
            <span className="flex flex-wrap items-center gap-2 text-muted">
              <span className="font-medium text-ink">{custodian ?? "The claimant"}</span>
              {isAppeal ? <Badge tone="accent">Appeal</Badge> : null}
              <Time at={sentAt} />
            </span>
            <span className="wrap-anywhere whitespace-pre-wrap">{text ?? "This message can’t be read."}</span>
          </li>
        ))}
      </ol>
    )}
    {status === "open" ? (
      <WordsForm
        title="Ask the claimant"
        keys="q"
        action={ask}
        name="question"
        label="Question"
        hint="We email the claimant a link. They answer on their page."
        submit="Send question"
        max={MESSAGE_MAX}
      />
    ) : null}
  </SectionCard>
);

type WorkProps = {
  request: ViewedRequest;
  reader: string;
  actions: Readonly<Record<"assign" | "release" | "attachOther" | "close", FormAction>>;
};

/** Who works on a request, what else can be attached to it, and how it ends without a record. */
export function Work({ request, reader, actions }: WorkProps) {
  const { custodian, status, items } = request;
  if (status === "withdrawn") return null;
  const isMine = custodian?.id === reader;
  const hasOpen = items.rows.some((item) => item.status === "open");
  return (
    <SectionCard
      id="work"
      title="Work"
      description={
        custodian
          ? isMine
            ? "You work on this request."
            : `${custodian.name} works on this request.${status === "open" ? " Release it if they are away." : ""}`
          : status === "open"
            ? "Unassigned."
            : undefined
      }
      actions={
        custodian ? (
          <ActionForm action={actions.release} label="Release" size="sm" shortcut="w" />
        ) : status !== "open" ? null : (
          <ActionForm action={actions.assign} label="Assign to me" size="sm" shortcut="w" />
        )
      }
      body="flex flex-col gap-4"
    >
      <WordsForm
        title="Attach another record"
        keys="i"
        action={actions.attachOther}
        name="recordId"
        label="Record id"
        hint="The id of a depiction, publication or production."
        submit="Attach record"
        max={64}
        isLine
      />
      {status === "open" && !hasOpen ? <Closing request={request} reader={reader} close={actions.close} /> : null}
    </SectionCard>
  );
}

type ClosingProps = Pick<WorkProps, "request" | "reader"> & { close: FormAction };

/** How a request ends without a record. About intimate images, two custodians must agree. */
function Closing({
  request: { legalBasis, items, appealedAt, closingBy, closingReason, closedByIds },
  reader,
  close,
}: ClosingProps) {
  const isUndecided = items.rows.every(({ status }) => status === "suggested" || status === "dismissed");
  if (isUndecided && closedByIds.includes(reader) && !(needsTwo(legalBasis) && closingBy)) {
    return <Callout title="You took part in closing this before the appeal">Another custodian must close it.</Callout>;
  }
  const proposal = isUndecided && needsTwo(legalBasis) ? closingBy : null;
  if (proposal?.id === reader) {
    return <Callout title="You proposed to close this request">Another custodian must agree.</Callout>;
  }
  const label = isUndecided && needsTwo(legalBasis) && !proposal ? "Propose to close" : "Close request";
  return (
    <>
      {proposal ? (
        <Callout tone="waiting" title={`${proposal.name} proposes to close this request`}>
          “{closingReason}”
        </Callout>
      ) : null}
      <WordsForm
        title={label}
        keys="x"
        action={close}
        name="closing"
        label="Message to the claimant"
        hint={`${proposal ? "Leave it empty to send the proposed one." : "Say what you looked for."} ${
          appealedAt ? "Suggestions are dismissed." : "They can appeal once, and suggestions are dismissed."
        }`}
        isOptional={proposal !== null}
        submit={label}
        max={MESSAGE_MAX}
      />
    </>
  );
}

type EarlierProps = Pick<ViewedRequest, "earlier"> & { now: Date };

/** Other requests from the same address. */
export const EarlierRequests = ({ earlier, now }: EarlierProps) => (
  <SectionCard
    id="earlier"
    title="Other requests"
    description={earlier.length === 0 ? "None from this address." : "From the same address, newest first."}
    body="empty:hidden"
  >
    {earlier.length === 0 ? null : (
      <ul className="flex flex-col">
        {earlier.map(({ id, legalBasis, requestedAt, status, deadlineAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b py-2 last:border-b-0"
          >
            <RecordLink href={requestHref({ id })}>{BASIS_LABELS[legalBasis]}</RecordLink>
            <span className="flex items-center gap-2">
              <Time at={requestedAt} className="text-muted" />
              <RequestStatus status={status} deadlineAt={deadlineAt} now={now} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </SectionCard>
);
