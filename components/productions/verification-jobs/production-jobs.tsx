import { type Column, DataList, TITLE } from "@/components/lists/data-list";
import { jobHref, newJobHref } from "@/components/shell/addresses";
import { ButtonLink } from "@/components/ui/link";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import type { JobRow } from "@/lib/domain/productions/verification-jobs";
import { JobStatus } from "./job";

type ProductionJobsProps = {
  jobs: readonly JobRow[];
  production: { id: string };
  mayStart: boolean;
};

export function ProductionJobs({ jobs, production, mayStart }: ProductionJobsProps) {
  if (jobs.length === 0 && !mayStart) return null;
  return (
    <Section
      id="jobs"
      title="Your verification jobs"
      actions={
        mayStart ? (
          <ButtonLink size="sm" href={newJobHref(production)}>
            Start job
          </ButtonLink>
        ) : null
      }
    >
      <DataList
        caption="Your verification jobs for this production, newest first"
        rows={jobs}
        rowKey={({ id }) => id}
        rowHref={jobHref}
        columns={COLUMNS}
        empty={
          <p className="p-4 text-muted text-sm md:px-6">No jobs yet. A job asks performers to sign and show an ID.</p>
        }
      />
    </Section>
  );
}

const COLUMNS: Column<JobRow>[] = [
  TITLE,
  { header: "Status", cell: ({ status }) => <JobStatus status={status} /> },
  { header: "Performers", cell: (row) => <VerifiedCount {...row} /> },
  { header: "Started", align: "end", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

export const VerifiedCount = ({ verifiedCount, performerCount }: Pick<JobRow, "verifiedCount" | "performerCount">) => (
  <span className="tabular-nums">
    {verifiedCount} of {performerCount} verified
  </span>
);
