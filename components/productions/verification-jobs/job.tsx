import { productionHref } from "@/components/productions/production-address";
import { RecordState } from "@/components/productions/production-status";
import { InvitedPerformers, type InvitedProps } from "@/components/scenes/performers";
import { FeesCard } from "@/components/scenes/scene-fee-card";
import { Callout } from "@/components/ui/callout";
import { FactsCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { counted } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { JobPerformerView, JobView } from "@/lib/domain/productions/verification-jobs";
import { JOB_STATUS_WORDS } from "./job-status";

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
  const { jobId, contentId, productionDate, productionId, createdAt, expiresAt, endedAt, status } = job;
  return (
    <FactsCard
      id="facts"
      title="Job"
      narrow
      items={[
        { label: "Your job id", value: <CopyId value={jobId} label="job id" /> },
        { label: "Content id", value: <CopyId value={contentId} label="content id" /> },
        { label: "Produced", value: <Time at={productionDate} as="date" /> },
        productionId && {
          label: "Production",
          value: <TextLink href={productionHref({ id: productionId })}>Open production</TextLink>,
        },
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
