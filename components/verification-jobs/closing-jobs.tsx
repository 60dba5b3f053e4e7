import { JOBS_PATH } from "@/components/productions/production-address";
import { Callout } from "@/components/ui/callout";
import { counted } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { listHref } from "@/components/ui/list-address";
import { Time } from "@/components/ui/time";
import type { ClosingJobs as Closing } from "@/lib/domain/verification-jobs";
import { jobHref } from "./job-address";
import { VerifiedCount } from "./production-jobs";

/** The verification jobs that close within three days before everyone is verified, with their clocks. */
export function ClosingJobs({ next, count, isMore }: Closing) {
  const [first] = next;
  if (!first) return null;
  return (
    <Callout
      tone="waiting"
      title={
        <>
          {count === 1 && !isMore
            ? "1 verification job closes "
            : `${counted(count, "verification job")}${isMore ? " or more" : ""} close soon, the first `}
          <Time at={first.expiresAt} />
        </>
      }
      actions={
        count > next.length ? (
          <ButtonLink size="sm" href={listHref(JOBS_PATH, { status: "pending" })}>
            Show jobs
          </ButtonLink>
        ) : undefined
      }
    >
      <p>
        If a performer isn’t verified by then, a job is blocked. An owner or admin can resend invitations once a day.
      </p>
      <ul className="mt-2 flex flex-col gap-1">
        {next.map((job) => (
          <li key={job.id} className="wrap-anywhere">
            <TextLink href={jobHref(job)}>{job.title}</TextLink>: <VerifiedCount {...job} />
            {count > 1 ? (
              <>
                , closes <Time at={job.expiresAt} />
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
