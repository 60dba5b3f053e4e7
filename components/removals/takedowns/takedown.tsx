import { Acts } from "@/components/ui/acts";
import { FactsCard, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { TakedownEvent, TakedownRow } from "@/lib/domain/removals";
import { BASIS_LABELS, KIND_LABELS } from "@/lib/domain/removals/labels";
import { recordHref } from "./takedown-address";
import { BASIS_ASKS } from "./takedown-status";

const ERASED = <span className="text-muted">Erased. The event that we sent you has its URL.</span>;

export function TakedownRecord({ takedown }: { takedown: TakedownRow }) {
  const { kind, title, url, contentId, depictionId, publicationId, productionId } = takedown;
  const href = recordHref(takedown);
  const recordId = depictionId ?? publicationId ?? productionId ?? "";
  return (
    <FactsCard
      id="record"
      title="What must come down"
      items={[
        { label: "Kind", value: KIND_LABELS[kind] },
        title && { label: "Title", value: title },
        url && {
          label: "URL",
          value: (
            <TextLink href={url} external className="break-all">
              {url}
            </TextLink>
          ),
        },
        contentId && { label: "Your content id", value: <CopyId value={contentId} label="your content id" /> },
        { label: `${KIND_IDS[kind]} id`, value: <CopyId value={recordId} label={`${KIND_IDS[kind]} id`} /> },
        { label: "Record", value: href ? <TextLink href={href}>Open record</TextLink> : ERASED },
      ]}
    />
  );
}

const KIND_IDS = { content: "Depiction", publication: "Publication", production: "Production" };

/** Which law or rule a request relies on, and what it asks of the partner. */
export const TakedownBasis = ({ takedown: { legalBasis, kind, isConfirmed, closedAt } }: { takedown: TakedownRow }) => (
  <SectionCard id="basis" title={BASIS_LABELS[legalBasis]} body="flex flex-col gap-3 text-sm">
    <p>{BASIS_ASKS[legalBasis]}</p>
    {kind === "production" && !isConfirmed && !closedAt ? (
      <p>
        Our custodian is still deciding. If they reject the request, we cancel this takedown, and you may publish again.
      </p>
    ) : null}
    <p className="text-muted">Who made the request stays confidential.</p>
  </SectionCard>
);

/** The clock and the ids of a takedown. */
export const TakedownFacts = ({ takedown }: { takedown: TakedownRow }) => (
  <FactsCard
    id="facts"
    title="Takedown"
    narrow
    items={[
      { label: "Deadline", value: <Time at={takedown.deadlineAt} as="datetime" /> },
      ...(takedown.closedAt
        ? [{ label: "Closed", value: <Time at={takedown.closedAt} as="datetime" /> }]
        : [{ label: "Time left", value: <Time at={takedown.deadlineAt} as="left" className="font-medium" /> }]),
      { label: "Requested", value: <Time at={takedown.requestedAt} as="datetime" /> },
      { label: "Opened", value: <Time at={takedown.openedAt} as="datetime" /> },
      { label: "Takedown id", value: <CopyId value={takedown.id} label="takedown id" /> },
      { label: "Request id", value: <CopyId value={takedown.removalRequestId} label="removal request id" /> },
    ]}
  />
);

const DID: Record<Exclude<TakedownEvent["what"], "mailed">, string> = {
  requested: "Removal requested",
  opened: "Takedown opened",
  checked: "URL checked",
  taken_down: "Taken down",
  already_removed: "Already removed",
  canceled: "Canceled",
};
const MAILED = {
  opening: "Owners and admins emailed",
  half_time: "Owners and admins emailed halfway to the deadline",
  last_hours: "Owners and admins emailed 6 hours before the deadline",
};

type TakedownTimelineProps = { entries: readonly TakedownEvent[]; eventsHref: string | null };

/** A takedown's history, limited to what the partner may know. */
export const TakedownTimeline = (props: TakedownTimelineProps) => (
  <Acts {...props} verbOf={(entry) => (entry.what === "mailed" ? MAILED[entry.stage] : DID[entry.what])} />
);
