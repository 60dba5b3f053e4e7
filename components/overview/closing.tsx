import type { ReactNode } from "react";
import { listHref } from "@/components/lists/list-address";
import { JOBS_PATH } from "@/components/productions/production-address";
import { jobHref } from "@/components/productions/verification-jobs/job-address";
import { VerifiedCount } from "@/components/productions/verification-jobs/production-jobs";
import { consentText } from "@/components/scenes/performer-status";
import { sceneHref, scenesHref } from "@/components/scenes/scene-address";
import { Callout } from "@/components/ui/callout";
import { counted } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { ClosingJobs as Jobs } from "@/lib/domain/productions/verification-jobs";
import type { ClosingScenes as Scenes } from "@/lib/domain/scenes";

/** The scenes that close within three days without all consents, with their clocks. */
export const ClosingScenes = (scenes: Scenes) => (
  <Closing
    {...scenes}
    called="scene"
    hrefOf={sceneHref}
    state={consentText}
    all={{ label: "Show scenes", href: scenesHref({ closes: "3" }) }}
    otherwise="If anyone hasn’t consented by then, a scene is blocked."
  />
);

/** The verification jobs that close within three days before everyone is verified, with their clocks. */
export const ClosingJobs = (jobs: Jobs) => (
  <Closing
    {...jobs}
    called="verification job"
    hrefOf={jobHref}
    state={(job) => <VerifiedCount {...job} />}
    all={{ label: "Show jobs", href: listHref(JOBS_PATH, { status: "pending" }) }}
    otherwise="If a performer isn’t verified by then, a job is blocked."
  />
);

type ClosingProps<Row> = {
  /** The next ones to close, and how many there are. */
  next: readonly Row[];
  count: number;
  isMore: boolean;
  called: string;
  hrefOf: (row: Row) => string;
  state: (row: Row) => ReactNode;
  /** The list of all. */
  all: { label: string; href: string };
  /** What happens if performers don't act. */
  otherwise: string;
};

function Closing<Row extends { id: string; title: string; expiresAt: Date }>(props: ClosingProps<Row>) {
  const { next, count, isMore, called, hrefOf, state, all, otherwise } = props;
  const [first] = next;
  if (!first) return null;
  return (
    <Callout
      tone="waiting"
      title={
        <>
          {count === 1 && !isMore
            ? `1 ${called} closes `
            : `${counted(count, called)}${isMore ? " or more" : ""} close soon, the first `}
          <Time at={first.expiresAt} />
        </>
      }
      actions={
        count > next.length ? (
          <ButtonLink size="sm" href={all.href}>
            {all.label}
          </ButtonLink>
        ) : undefined
      }
    >
      <p>{otherwise} An owner or admin can resend invitations once a day.</p>
      <ul className="mt-2 flex flex-col gap-1">
        {next.map((row) => (
          <li key={row.id} className="wrap-anywhere">
            <TextLink href={hrefOf(row)}>{row.title}</TextLink>: {state(row)}
            {count > 1 ? (
              <>
                , closes <Time at={row.expiresAt} />
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
