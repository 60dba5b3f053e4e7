import { BadgeCheck } from "lucide-react";
import { type Column, NONE, TITLE } from "@/components/lists/data-list";
import { optionsOf } from "@/components/lists/filters";
import { ListView } from "@/components/lists/list-view";
import { ProductionTabs } from "@/components/productions/production";
import { JOBS_PATH, jobHref, NEW_JOB_PATH } from "@/components/shell/addresses";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { JobRow, jobList } from "@/lib/domain/productions/verification-jobs";
import { JOB_STATUSES } from "@/lib/domain/productions/verification-jobs/labels";
import { JOB_STATUS_WORDS, JobStatus } from "./job";
import { VerifiedCount } from "./production-jobs";

const COLUMNS: Column<JobRow>[] = [
  TITLE,
  {
    header: "Your job id",
    cell: (row) => <span className="line-clamp-2 break-all font-mono text-xs md:min-w-28">{row.jobId}</span>,
  },
  { header: "Status", cell: (row) => <JobStatus status={row.status} /> },
  {
    header: "Performers",
    cell: (row) => <VerifiedCount {...row} />,
  },
  {
    header: "Closes",
    cell: (row) => (row.status === "pending" ? <Time at={row.expiresAt} /> : NONE),
  },
  { header: "Started", align: "end", sorts: true, cell: (row) => <Time at={row.createdAt} /> },
];

/** `mayManage`: whether the reader may start jobs. */
type JobListProps = Listed<typeof jobList> & { mayManage: boolean };

/** The partner's verification jobs. */
export const JobList = ({ mayManage, ...list }: JobListProps) => (
  <ListView
    {...list}
    path={JOBS_PATH}
    caption="Verification jobs"
    columns={COLUMNS}
    rowHref={jobHref}
    above={<ProductionTabs current={JOBS_PATH} />}
    search={{ label: "Title, email or id", placeholder: "Part of a title, start of an email or id" }}
    controls={{ status: { label: "Status", options: optionsOf(JOB_STATUSES, JOB_STATUS_WORDS) } }}
    exportPath="/api/portal/verification-jobs/export"
    empty={{
      icon: <BadgeCheck />,
      title: "No verification jobs yet",
      children: "A job asks performers to sign a release and verifies their IDs, without an uploader.",
      actions: mayManage ? (
        <ButtonLink href={NEW_JOB_PATH}>Start job</ButtonLink>
      ) : (
        <ButtonLink href="/docs/verification-jobs">How jobs work</ButtonLink>
      ),
      noMatch: {
        title: "No matching jobs",
        children: "Search by part of a title, or the start of an id or a performer’s email.",
      },
    }}
  />
);
