import { BadgeCheck } from "lucide-react";
import { type Column, DataList } from "@/components/lists/data-list";
import { JOBS_PATH } from "@/components/productions/production-address";
import { EmptyState, NoMatches } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { JobRow } from "@/lib/domain/productions/verification-jobs";
import { JobStatus } from "./job";
import { jobHref, NEW_JOB_PATH } from "./job-address";
import { VerifiedCount } from "./production-jobs";

const COLUMNS: Column<JobRow>[] = [
  {
    id: "title",
    header: "Title",
    primary: true,
    cell: (row) => <span className="wrap-anywhere line-clamp-2">{row.title}</span>,
  },
  {
    id: "jobId",
    header: "Your job id",
    cell: (row) => <span className="line-clamp-2 break-all font-mono text-xs md:min-w-28">{row.jobId}</span>,
  },
  { id: "status", header: "Status", cell: (row) => <JobStatus status={row.status} /> },
  {
    id: "performers",
    header: "Performers",
    cell: (row) => <VerifiedCount {...row} />,
  },
  {
    id: "closes",
    header: "Closes",
    cell: (row) => (row.status === "pending" ? <Time at={row.expiresAt} /> : <span className="text-muted">–</span>),
  },
  { id: "createdAt", header: "Started", align: "end", cell: (row) => <Time at={row.createdAt} /> },
];

type JobListProps = {
  rows: readonly JobRow[];
  filtered: boolean;
  /** Whether the reader may start jobs. */
  mayManage: boolean;
};

export const JobList = ({ rows, filtered, mayManage }: JobListProps) => (
  <DataList
    caption="Verification jobs, newest first"
    rows={rows}
    rowKey={(row) => row.id}
    rowHref={jobHref}
    columns={COLUMNS}
    empty={
      filtered ? (
        <NoMatches title="No matching jobs" icon={<BadgeCheck />} clearHref={JOBS_PATH}>
          Search by part of a title, or the start of an id or a performer’s email.
        </NoMatches>
      ) : (
        <EmptyState
          title="No verification jobs yet"
          icon={<BadgeCheck />}
          actions={
            mayManage ? (
              <ButtonLink href={NEW_JOB_PATH}>Start job</ButtonLink>
            ) : (
              <ButtonLink href="/docs/verification-jobs">How jobs work</ButtonLink>
            )
          }
        >
          A job asks performers to sign a release and verifies their IDs, without an uploader.
        </EmptyState>
      )
    }
  />
);
