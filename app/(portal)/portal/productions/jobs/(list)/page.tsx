import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/page-props";
import { requirePortalUser } from "@/app/session";
import { ExportButton, FilterSelect } from "@/components/lists/filters";
import { listHref, unreadNames } from "@/components/lists/list-address";
import { ListFilters } from "@/components/lists/list-filters";
import { Pager } from "@/components/lists/pager";
import { ProductionTabs } from "@/components/productions/production";
import { JOBS_PATH } from "@/components/productions/production-address";
import { JOB_STATUS_WORDS } from "@/components/productions/verification-jobs/job";
import { NEW_JOB_PATH } from "@/components/productions/verification-jobs/job-address";
import { JobList } from "@/components/productions/verification-jobs/job-list";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/domain/parties/people";
import { listJobs } from "@/lib/domain/productions/verification-jobs";
import { JOB_STATUSES } from "@/lib/domain/productions/verification-jobs/labels";
import { JobFilters, JobPageQuery } from "@/lib/domain/productions/verification-jobs/portal/schemas";

export const metadata: Metadata = { title: "Verification jobs" };

const STATUSES = JOB_STATUSES.map((value) => ({ value, label: JOB_STATUS_WORDS[value] }));

/** The partner's verification jobs, and how far their performers are. */
export default async function JobsPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const sent = await searchParams;
  const { cursor, ...filters } = JobPageQuery.parse(sent);
  const { rows, newer, older } = await listJobs(ctx, { ...filters, cursor });
  const mayManage = may(ctx.actor.role, "manage_records");
  const unread = unreadNames(sent, JobFilters.keyof().options, filters);
  const isFiltered = Boolean(filters.q || filters.status);
  const at = (place: string) => listHref(JOBS_PATH, { ...filters, cursor: place });
  return (
    <>
      <PageHeader
        title="Productions"
        description="Each verification job asks performers to sign a release and verifies their IDs."
        actions={mayManage ? <ButtonLink href={NEW_JOB_PATH}>Start job</ButtonLink> : undefined}
      />
      <div className="flex flex-col gap-4">
        <ProductionTabs current={JOBS_PATH} />
        <ListFilters
          path={JOBS_PATH}
          address={filters}
          unread={unread}
          search={{ label: "Title, email or id", placeholder: "Part of a title, start of an email or id" }}
        >
          <FilterSelect param="status" listed={filters.status} label="Status" options={STATUSES} />
        </ListFilters>
        <div className="flex justify-end">
          <ExportButton path="/api/portal/verification-jobs/export" />
        </div>
        <JobList rows={rows} filtered={isFiltered} mayManage={mayManage} />
        <Pager newer={newer && at(newer)} older={older && at(older)} />
      </div>
    </>
  );
}
