import { DataList, NONE } from "@/components/lists/data-list";
import { BASIS_ASKS } from "@/components/removals/takedowns/takedown";
import { DEADLINE_REHEARSALS_PATH, EVENTS_PATH } from "@/components/shell/addresses";
import { ActionForm } from "@/components/ui/action-form";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout, EmptyState } from "@/components/ui/callout";
import { FactsCard, SectionCard } from "@/components/ui/card";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult, FormState } from "@/components/ui/form";
import { lengthText } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { PageSection } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { ListedDeadlineRehearsal, ShownDeadlineRehearsal } from "@/lib/domain/rehearsals";
import { REHEARSED_TITLE, REHEARSED_URL, type DeadlineStatus as Status } from "@/lib/domain/rehearsals/labels";
import { BASIS_LABELS } from "@/lib/domain/removals/labels";

export const deadlineRehearsalHref = ({ id }: { id: string }): string => `${DEADLINE_REHEARSALS_PATH}/${id}`;

const STATUSES: Readonly<Record<Status, { tone: Tone; label: string }>> = {
  running: { tone: "waiting", label: "Running" },
  late: { tone: "harm", label: "Late" },
  in_time: { tone: "done", label: "In time" },
  canceled: { tone: "neutral", label: "Canceled" },
};

export const DeadlineStatus = ({ status }: { status: Status }) => (
  <StatusBadge tone={STATUSES[status].tone} ended={status === "canceled"}>
    {STATUSES[status].label}
  </StatusBadge>
);

const took = (ms: number | null) => (ms === null ? NONE : lengthText(ms));

/** The team's measured times, newest first. */
export const DeadlineRehearsals = ({ rehearsals }: { rehearsals: readonly ListedDeadlineRehearsal[] }) => (
  <PageSection id="measured" title="Measured times">
    <DataList
      caption="Deadline rehearsals, newest first"
      rows={rehearsals}
      rowKey={({ id }) => id}
      rowHref={deadlineRehearsalHref}
      columns={[
        { header: "Started", primary: true, cell: ({ startedAt }) => <Time at={startedAt} as="datetime" /> },
        { header: "Legal basis", cell: ({ legalBasis }) => BASIS_LABELS[legalBasis] },
        { header: "Status", cell: ({ status }) => <DeadlineStatus status={status} /> },
        { header: "Started by", cell: ({ startedBy }) => <span className="wrap-anywhere">{startedBy}</span> },
        {
          header: "Time given",
          align: "end",
          cell: ({ startedAt, deadlineAt }) => lengthText(deadlineAt.getTime() - startedAt.getTime()),
        },
        {
          header: "Time taken",
          align: "end",
          cell: ({ tookMs }) => <span className="font-medium">{took(tookMs)}</span>,
        },
      ]}
      empty={<EmptyState title="No rehearsals yet">Start one. How long your team took appears here.</EmptyState>}
    />
  </PageSection>
);

/** What the team is told about a rehearsal that runs. */
export const RunningDeadline = ({ running }: { running: { id: string; deadlineAt: Date } }) => (
  <Callout
    tone="accent"
    title={
      <>
        Rehearsal: <Time at={running.deadlineAt} as="left" />
      </>
    }
  >
    Nothing real must come down. <TextLink href={deadlineRehearsalHref(running)}>Open the rehearsed takedown</TextLink>
  </Callout>
);

type StepProps = {
  rehearsal: ShownDeadlineRehearsal;
  /** Null for a role that only reads. */
  mark: (() => Promise<ActionResult>) | null;
  cancel: ((state: FormState, form: FormData) => Promise<FormState>) | null;
};

/** What the team does now, or how long it took. */
export function DeadlineStep({ rehearsal: { status, deadlineAt, endedAt, tookMs }, mark, cancel }: StepProps) {
  if (endedAt && tookMs !== null) {
    return (
      <Callout tone={status === "late" ? "harm" : "done"} title={`Your team took ${lengthText(tookMs)}`}>
        {status === "late" ? "That was after the deadline. " : "That was before the deadline. "}
        Nothing real came down.
      </Callout>
    );
  }
  if (endedAt) return <Callout title="Canceled">It has no measured time.</Callout>;
  return (
    <Callout
      tone={status === "late" ? "harm" : "waiting"}
      title={
        <>
          Take it down: <Time at={deadlineAt} as="left" />
        </>
      }
      actions={
        mark && cancel ? (
          <>
            <MarkDone action={mark} />
            <ActionForm action={cancel} size="sm" variant="ghost" label="Cancel rehearsal" pendingLabel="Canceling…" />
          </>
        ) : undefined
      }
    >
      <p>Do what your team does for a real takedown. Then mark it as taken down here, which stops the clock.</p>
      {mark ? null : <p>Owners and admins can mark it.</p>}
    </Callout>
  );
}

const MarkDone = ({ action }: { action: () => Promise<ActionResult> }) => (
  <ConfirmAction
    trigger={
      <Button size="sm" variant="primary">
        Mark as taken down
      </Button>
    }
    title="Mark as taken down?"
    confirmLabel="Mark as taken down"
    tone="neutral"
    action={action}
    success="Marked as taken down."
  >
    <p>This stops the clock. It can’t be undone.</p>
  </ConfirmAction>
);

/** What the rehearsed request asks for, as a real one would. */
export const RehearsedRecord = ({ rehearsal: { legalBasis, isDrill } }: { rehearsal: ShownDeadlineRehearsal }) => (
  <>
    <FactsCard
      id="record"
      title="What must come down"
      items={[
        { label: "Kind", value: "Production" },
        { label: "Title", value: REHEARSED_TITLE },
        { label: "URL", value: <span className="break-all">{REHEARSED_URL}</span> },
      ]}
    />
    <SectionCard id="basis" title={BASIS_LABELS[legalBasis]} body="flex flex-col gap-3 text-sm">
      <p>{BASIS_ASKS[legalBasis]}</p>
      {isDrill ? <p className="font-medium">This rehearsal gives your team less time than that.</p> : null}
    </SectionCard>
  </>
);

type FactsProps = { rehearsal: ShownDeadlineRehearsal; showsEvents: boolean };

/** The clock of a rehearsal, and who did what. */
export const DeadlineFacts = ({ rehearsal, showsEvents }: FactsProps) => (
  <FactsCard
    id="facts"
    title="Rehearsal"
    narrow
    items={[
      { label: "Deadline", value: <Time at={rehearsal.deadlineAt} as="datetime" /> },
      { label: "Started", value: <Time at={rehearsal.startedAt} as="datetime" /> },
      { label: "Started by", value: <span className="wrap-anywhere">{rehearsal.startedBy}</span> },
      rehearsal.endedAt && { label: "Ended", value: <Time at={rehearsal.endedAt} as="datetime" /> },
      rehearsal.endedBy && { label: "Ended by", value: <span className="wrap-anywhere">{rehearsal.endedBy}</span> },
      ...(showsEvents
        ? rehearsal.sent.map(({ id, type }) => ({
            label: "Event",
            value: (
              <TextLink href={`${EVENTS_PATH}/${id}`} className="break-all font-mono text-xs">
                {type}
              </TextLink>
            ),
          }))
        : []),
    ]}
  />
);
