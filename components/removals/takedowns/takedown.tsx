import { recordHref } from "@/components/shell/addresses";
import { ActionForm } from "@/components/ui/action-form";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { FactsCard, SectionCard } from "@/components/ui/card";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { CopyId } from "@/components/ui/copy";
import type { ActionResult, FormState } from "@/components/ui/form";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { TakedownRow, TakedownView } from "@/lib/domain/removals";
import {
  BASIS_LABELS,
  KIND_LABELS,
  type LegalBasis,
  type TakedownStatus as Status,
  TAKEDOWN_STATUS_LABELS,
  type TakedownKind,
} from "@/lib/domain/removals/labels";

const TONES: Record<Status, Tone> = {
  open: "waiting",
  breached: "harm",
  taken_down: "done",
  already_removed: "done",
  canceled: "neutral",
};

export const TakedownStatus = ({ status }: { status: Status }) => (
  <StatusBadge tone={TONES[status]} ended={status === "canceled"}>
    {TAKEDOWN_STATUS_LABELS[status]}
  </StatusBadge>
);

/** What a takedown or a removal request is about: its title, otherwise its URL. */
export const recordTitle = ({ kind, title, url }: Pick<TakedownRow, "kind" | "title" | "url">): string =>
  title ?? url ?? `${KIND_LABELS[kind]} whose record was erased`;

/** What each legal basis says, and what it asks of the partner. */
export const BASIS_ASKS: Record<LegalBasis, string> = {
  NCII_TAKE_IT_DOWN:
    "A person says that this intimate content was published without their consent (47 U.S.C. 223a). Take it down within 48 hours, with every identical copy you know of.",
  NCII_STATE:
    "A person relies on state law against sharing intimate images without consent. Take it down within 72 hours.",
  AN_5196_APPEAL:
    "A depicted person withdrew their consent. The card brands’ rule for adult content (AN 5196) asks you to take it down within seven business days.",
  DMCA: "A copyright owner says that this is their work (17 U.S.C. 512(c)). Take it down within seven business days, and tell your uploader, who may send you a counter-notice.",
  OTHER: "The request rests on other grounds. Take it down within seven business days.",
};

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
        {
          label: `${KIND_IDS[kind]} id`,
          value: <CopyId value={recordId} label={`${KIND_IDS[kind].toLowerCase()} id`} />,
        },
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
    <p>
      Your time counts from when the person asked for this record, or from when it was found later. If that time was
      over when this takedown opened, it counts from then.
    </p>
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
      { label: "Counts from", value: <Time at={takedown.requestedAt} as="datetime" /> },
      { label: "Opened", value: <Time at={takedown.openedAt} as="datetime" /> },
      { label: "Takedown id", value: <CopyId value={takedown.id} label="takedown id" /> },
      { label: "Request id", value: <CopyId value={takedown.removalRequestId} label="removal request id" /> },
    ]}
  />
);

type NextStepProps = {
  takedown: TakedownView;
  /** Marks it as taken down; null for a role that only reads. */
  mark: (() => Promise<ActionResult>) | null;
  /** Checks the URL; null for a role that only reads. */
  check: ((state: FormState, form: FormData) => Promise<FormState>) | null;
};

/** What the partner has to do now, or how the takedown ended. */
export function NextStep({ takedown, mark, check }: NextStepProps) {
  const { status, deadlineAt, closedAt, url, whyUncheckable } = takedown;
  if (closedAt && status === "canceled") {
    return <Callout title="Canceled">You don’t have to take it down. It is no longer asked for.</Callout>;
  }
  if (closedAt) {
    return (
      <Callout
        tone="done"
        title={
          <>
            {status === "taken_down" ? "Taken down" : "Already removed"} <Time at={closedAt} />
          </>
        }
      >
        {closedAt > deadlineAt ? "After the deadline. " : null}Don’t publish it again.
        <LastCheck takedown={takedown} />
      </Callout>
    );
  }
  return (
    <Callout
      tone={status === "breached" ? "harm" : "waiting"}
      title={
        <>
          Take it down: <Time at={deadlineAt} as="left" />
        </>
      }
      actions={
        mark || check ? (
          <>
            {mark ? <MarkDone kind={takedown.kind} action={mark} /> : null}
            {check && url && !whyUncheckable ? (
              <ActionForm action={check} size="sm" label="Check URL" pendingLabel="Checking" />
            ) : null}
          </>
        ) : undefined
      }
    >
      <p>Take the content down on your platform, with identical copies. Then mark it as taken down here.</p>
      {mark ? null : <p>Owners and admins can mark it.</p>}
      {check && whyUncheckable ? <p className="text-muted">{whyUncheckable}</p> : null}
      <LastCheck takedown={takedown} />
    </Callout>
  );
}

function LastCheck({ takedown: { checkedAt, checkedStatus } }: { takedown: TakedownRow }) {
  if (!checkedAt) return null;
  return (
    <p>
      {checkedStatus === 200
        ? "The URL still answered 200"
        : checkedStatus
          ? `The URL answered ${checkedStatus}`
          : "The URL didn’t answer"}{" "}
      <Time at={checkedAt} />.
    </p>
  );
}

const MARKED: Record<TakedownKind, string> = {
  content: "The deadline is met, and we stop emailing you about it.",
  publication: "We record the publication as removed and tell the scene’s owner.",
  production: "We record that you took the production down. Once every linked platform has, it is complete.",
};

const MarkDone = ({ kind, action }: { kind: TakedownKind; action: () => Promise<ActionResult> }) => (
  <ConfirmAction
    trigger={
      <Button size="sm" variant="primary" data-do="done">
        Mark as taken down
      </Button>
    }
    title="Mark as taken down?"
    confirmLabel="Mark as taken down"
    tone="neutral"
    action={action}
    success="Marked as taken down."
  >
    <p>Only mark it once it is gone from your platform. {MARKED[kind]}</p>
    <p className="font-medium">This can’t be undone.</p>
  </ConfirmAction>
);
