import { WebhookNote } from "@/components/events/webhook-note";
import { RecordState } from "@/components/productions/production";
import { InvitedPerformers, type InvitedProps } from "@/components/scenes/performers";
import { FeesCard } from "@/components/scenes/scene";
import { productionHref } from "@/components/shell/addresses";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { FactsCard } from "@/components/ui/card";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { CopyId } from "@/components/ui/copy";
import type { ActionResult } from "@/components/ui/form";
import { counted, moneyText, shortTitle } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import { ONBOARDING_FEE_CENTS, SCENE_FEE_CENTS } from "@/lib/domain/billing/scene-fees/labels";
import type { JobPerformerView, JobView } from "@/lib/domain/productions/verification-jobs";
import type { JobStatus as Status } from "@/lib/domain/productions/verification-jobs/labels";

/** What the status means for the partner, and who is waited for. */
export function JobStep({ job: { status, performers, expiresAt } }: { job: JobView }) {
  const waiting = performers.filter((one) => one.status !== "id_verified").length;
  switch (status) {
    case "pending":
      return (
        <Callout
          title={
            <>
              Waiting for {counted(waiting, "performer")}. Closes <Time at={expiresAt} />.
            </>
          }
        >
          We remind those who haven’t finished a week before it closes.
        </Callout>
      );
    case "completed":
      return (
        <Callout tone="done" title="All performers are verified">
          Their signed releases and IDs are on record.
        </Callout>
      );
    case "blocked":
      return (
        <Callout tone="harm" title="Blocked">
          {performers.some((one) => one.status === "refused")
            ? "A performer refused. To ask again, start a new job."
            : `${counted(waiting, "performer")} didn’t finish in time. To ask again, start a new job.`}
        </Callout>
      );
    case "cancelled":
      return <Callout title="Canceled">To ask these performers again, start a new job.</Callout>;
  }
}

/** The performers that a job asks, with their status and invitation. */
export const JobPerformers = (props: Omit<InvitedProps<JobPerformerView>, "statusOf">) => (
  <InvitedPerformers {...props} statusOf={({ status }) => <RecordState state={status} />} />
);

/** What the partner sent about a job. */
export function JobFacts({ job }: { job: JobView }) {
  const { jobId, contentId, productionDate, productionId, needs, createdAt, expiresAt, endedAt, status } = job;
  return (
    <FactsCard
      id="facts"
      title="Job"
      narrow
      items={[
        { label: "Your job id", value: <CopyId value={jobId} label="job id" /> },
        { label: "Your content id", value: <CopyId value={contentId} label="content id" /> },
        { label: "Produced", value: <Time at={productionDate} as="date" /> },
        productionId && {
          label: "Production",
          value: <TextLink href={productionHref({ id: productionId })}>Open production</TextLink>,
        },
        needs && { label: "Consents needed", value: <span className="wrap-anywhere">{needs}</span> },
        { label: "Started", value: <Time at={createdAt} as="datetime" /> },
        endedAt
          ? { label: JOB_STATUS_WORDS[status], value: <Time at={endedAt} as="datetime" /> }
          : { label: job.isOpen ? "Closes" : "Closed", value: <Time at={expiresAt} as="datetime" /> },
      ]}
    />
  );
}

export const JobFees = ({ fees }: Pick<JobView, "fees">) => (
  <FeesCard
    of="Job"
    fees={fees}
    charged="Charged to the card saved under Billing"
    notCharged={
      <>
        Not charged yet. Pay under <TextLink href="/portal/billing">Billing</TextLink>. The job doesn’t wait for it.
      </>
    }
  />
);

export type JobPayer = "partner_card" | "platform_invoice";

const PAYS: Record<JobPayer, string> = {
  platform_invoice: "We add it to your next platform invoice.",
  partner_card: "We charge the card saved under Billing.",
};

export const JobCost = ({ billedTo }: { billedTo: JobPayer }) => (
  <p className="text-muted text-sm">
    A verification job costs {moneyText(SCENE_FEE_CENTS)}, plus {moneyText(ONBOARDING_FEE_CENTS)} for each performer
    without an active account with us. {PAYS[billedTo]}
  </p>
);

export const JOB_STATUS_WORDS: Record<Status, string> = {
  pending: "Pending",
  completed: "Completed",
  blocked: "Blocked",
  cancelled: "Canceled",
};

const TONES: Record<Status, Tone> = { pending: "neutral", completed: "done", blocked: "harm", cancelled: "neutral" };

/** A verification job's status. The API's value is in the tooltip. */
export const JobStatus = ({ status }: { status: Status }) => (
  <span className="inline-flex" title={status}>
    <StatusBadge tone={TONES[status]} ended={status === "cancelled"}>
      {JOB_STATUS_WORDS[status]}
    </StatusBadge>
  </span>
);

type CancelJobProps = { job: JobView; action: () => Promise<ActionResult> };

/** Cancels a pending verification job, after explaining what that does. */
export const CancelJob = ({ job, action }: CancelJobProps) => (
  <ConfirmAction
    trigger={<Button>Cancel job</Button>}
    title={`Cancel “${shortTitle(job.title)}”?`}
    confirmLabel="Cancel job"
    dismissLabel="Keep job"
    success="Job canceled."
    action={action}
  >
    <CancelConsequences job={job} />
  </ConfirmAction>
);

export function CancelConsequences({ job: { performers, productionId, fees } }: Pick<CancelJobProps, "job">) {
  const pending = performers.filter(({ status }) => status === "pending" || status === "forms_signed").length;
  const verified = performers.filter(({ status }) => status === "id_verified").length;
  return (
    <>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {pending > 0 ? <li>{counted(pending, "performer")} can no longer finish.</li> : null}
        {verified > 0 ? (
          <li>
            {counted(verified, "performer")} finished. Their signed releases stay on record, and they keep their copies.
          </li>
        ) : null}
        {productionId ? (
          <li>The production can’t be sealed with this job’s scene. Its producer can remove it.</li>
        ) : null}
        <li>{feeText(fees)}</li>
        <WebhookNote type="verification.cancelled" />
      </ul>
      <p className="font-medium">This can’t be undone.</p>
    </>
  );
}

function feeText({ totalCents, charged, billedTo }: JobView["fees"]): string {
  const total = moneyText(totalCents);
  if (billedTo === "platform_invoice") return `The fees of ${total} stay on your platform invoice.`;
  return charged ? `The fees of ${total} aren’t refunded.` : `You still owe the fees of ${total}.`;
}
