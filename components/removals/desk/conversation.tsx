import { RecordLink } from "@/components/custody/record-link";
import { requestHref } from "@/components/shell/addresses";
import { Badge } from "@/components/ui/badge";
import { SectionCard } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { ViewedRequest } from "@/lib/domain/removals/custody";
import { BASIS_LABELS } from "@/lib/domain/removals/labels";
import { RequestStatus } from "./request-status";

/** Questions to the claimant, their answers, and an appeal's words. */
export const Messages = ({ messages }: Pick<ViewedRequest, "messages">) =>
  messages.length === 0 ? null : (
    <SectionCard id="messages" title="Messages" body="flex flex-col gap-4">
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
    </SectionCard>
  );

/** What custodians wrote about a request, newest first. */
export function RequestNotes({ notes }: Pick<ViewedRequest, "notes">) {
  if (notes.length === 0) return null;
  return (
    <SectionCard id="notes" title="Notes" description="Only custodians read them.">
      <ol className="flex flex-col gap-3 text-sm">
        {notes.toReversed().map(({ id, by, to, at, text }) => (
          <li key={id}>
            <span className="text-muted">
              {by} {to ? `reassigned it to ${to}` : "wrote"}, <Time at={at} />
            </span>
            <p className="wrap-anywhere whitespace-pre-line">{text ?? "This note can’t be read."}</p>
          </li>
        ))}
      </ol>
    </SectionCard>
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
