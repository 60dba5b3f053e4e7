import type { Metadata } from "next";
import { cache } from "react";
import { orNotFound, type PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { listHref } from "@/components/lists/list-address";
import { PageWatch } from "@/components/live/page-watch";
import {
  CancelJob,
  JobFacts,
  JobFees,
  JobPerformers,
  JobStatus,
  JobStep,
} from "@/components/productions/verification-jobs/job";
import { JOBS_PATH } from "@/components/shell/addresses";
import { shortTitle } from "@/components/ui/format";
import { History } from "@/components/ui/history";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/domain/parties/people";
import { readJobMark, viewJob } from "@/lib/domain/productions/verification-jobs";
import { clock } from "@/lib/platform/clock";
import { cancelJobAction, resendJobInvitationAction } from "../actions";

const findJob = cache(async (jobId: string) => {
  const ctx = await requirePortalUser();
  // Read first, so a change during the other reads refreshes the page.
  const { mark } = await readJobMark(ctx, jobId).catch(orNotFound);
  return { mark, job: await viewJob(ctx, jobId).catch(orNotFound) };
});

export async function generateMetadata({ params }: PageProps<"jobId">): Promise<Metadata> {
  const { job } = await findJob((await params).jobId);
  return { title: `${shortTitle(job.title)}, verification job` };
}

/** One verification job: its performers, and what the partner sent. */
export default async function JobPage({ params }: PageProps<"jobId">) {
  const ctx = await requirePortalUser();
  const { mark, job } = await findJob((await params).jobId);
  const { role } = ctx.actor;
  const mayManage = may(role, "manage_records");
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{job.title}</span>}
        back={{ href: JOBS_PATH, label: "Verification jobs" }}
        meta={<JobStatus status={job.status} />}
        actions={
          mayManage && job.isOpen ? <CancelJob job={job} action={cancelJobAction.bind(null, job.id)} /> : undefined
        }
      />
      <PageWatch route="/api/portal/verification-jobs/mark" of={{ job: job.id }} mark={mark} everyMs={2_000} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          <JobStep job={job} />
          <JobPerformers
            performers={job.performers}
            isOpen={job.isOpen}
            now={clock.now()}
            resend={mayManage ? resendJobInvitationAction.bind(null, job.id) : null}
          />
          <JobFees fees={job.fees} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <JobFacts job={job} />
          <History
            lines={job.history}
            eventsHref={may(role, "manage_integration") ? listHref("/portal/events", { object: job.jobId }) : null}
          />
        </div>
      </div>
    </>
  );
}
