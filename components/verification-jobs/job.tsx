import { FactsCard, Section } from "@/components/portal/section";
import { productionHref } from "@/components/productions/production-address";
import { RecordState } from "@/components/productions/production-status";
import { Invitation } from "@/components/scenes/performers";
import { Callout } from "@/components/ui/callout";
import { CopyId } from "@/components/ui/copy";
import { type Column, DataList } from "@/components/ui/data-list";
import type { ActionResult } from "@/components/ui/form";
import { counted, moneyText } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { JobView } from "@/lib/domain/verification-jobs";
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

type Performer = JobView["performers"][number];

const PERFORMER_COLUMNS: Column<Performer>[] = [
  {
    id: "email",
    header: "Email",
    primary: true,
    cell: ({ email }) => <span className="break-all md:inline-block md:min-w-52">{email}</span>,
  },
  { id: "status", header: "Status", cell: ({ status }) => <RecordState state={status} /> },
];

type JobPerformersProps = Pick<JobView, "performers" | "isOpen"> & {
  /** When the page was rendered. */
  now: Date;
  /** Sends a performer's invitation again; null for a role that only reads. */
  resend: ((performerId: string) => Promise<ActionResult>) | null;
};

/** The performers that a job asks, with their status and invitation. */
export const JobPerformers = ({ performers, isOpen, now, resend }: JobPerformersProps) => (
  <Section id="performers" title="Performers">
    <DataList
      caption="Performers, in the order you sent them"
      rows={performers}
      rowKey={({ id }) => id}
      columns={[
        ...PERFORMER_COLUMNS,
        {
          id: "invited",
          header: "Invited",
          cell: (row) => (
            <Invitation performer={row} isOpen={isOpen} now={now} resend={resend?.bind(null, row.id) ?? null} />
          ),
        },
      ]}
    />
  </Section>
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

const BILLED = {
  partner_card: "Charged to the card saved under Billing",
  platform_invoice: "On your monthly platform invoice",
};

/** What the job costs, and who pays. */
export function JobFees({ fees }: Pick<JobView, "fees">) {
  const { sceneFeeCents, onboardingFeeCents, totalCents, charged, billedTo, paymentChargeId } = fees;
  return (
    <FactsCard
      id="fees"
      title="Fees"
      items={[
        { label: "Job", value: <Money cents={sceneFeeCents} /> },
        { label: "Onboarding", value: <Money cents={onboardingFeeCents} /> },
        { label: "Total", value: <Money cents={totalCents} /> },
        {
          label: "Billing",
          value: billedTo === "platform_invoice" || charged ? BILLED[billedTo] : <NotCharged />,
        },
        paymentChargeId && { label: "Charge id", value: <CopyId value={paymentChargeId} label="charge id" /> },
      ]}
    />
  );
}

const Money = ({ cents }: { cents: number }) => <span className="tabular-nums">{moneyText(cents)}</span>;

const NotCharged = () => (
  <>
    Not charged yet. Pay under <TextLink href="/portal/billing">Billing</TextLink>. The job doesn’t wait for it.
  </>
);
