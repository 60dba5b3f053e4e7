import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { JobList } from "@/components/productions/verification-jobs/job-list";
import { NEW_JOB_PATH } from "@/components/shell/addresses";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/domain/parties/people";
import { jobList } from "@/lib/domain/productions/verification-jobs";

export const metadata: Metadata = { title: "Verification jobs" };

/** The partner's verification jobs, and how far their performers are. */
export default async function JobsPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const mayManage = may(ctx.actor.role, "manage_records");
  return (
    <>
      <PageHeader
        title="Productions"
        description="Each verification job asks performers to sign a release and verifies their IDs."
        actions={mayManage ? <ButtonLink href={NEW_JOB_PATH}>Start job</ButtonLink> : undefined}
      />
      <JobList {...(await jobList.open(ctx, await searchParams))} mayManage={mayManage} />
    </>
  );
}
