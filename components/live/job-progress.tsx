"use client";

import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Callout } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { ProgressBar } from "@/components/ui/progress";
import { TitledCard } from "@/components/ui/section";
import { Live } from "./live";
import type { LiveProps, LiveRoute, PortalAnswers } from "./portal-fetch";
import { Refresh } from "./refresh";

const LIVE_MS = 1_000;

/** What a job failed to do. The page shows only the first failures. */
type Failures = {
  title: string;
  /** The number of all failures, and of those shown. */
  count: number;
  shown: number;
  /** The card's description if all are shown. */
  description?: string | undefined;
  reportHref: string;
  list: ReactNode;
};

type JobProgressProps<Route extends LiveRoute> = Pick<LiveProps<Route>, "route" | "view" | "query" | "initial"> & {
  /** The job's name in a sentence. */
  called: string;
  isOver: (data: PortalAnswers[Route]) => boolean;
  failures: (data: PortalAnswers[Route]) => Failures;
  /** The job's status and its results so far. */
  children: (data: PortalAnswers[Route]) => ReactNode;
};

/** A long job while it runs and afterwards: its status, its failures, and a report of all of them. */
export function JobProgress<Route extends LiveRoute>({
  called,
  isOver,
  failures,
  children,
  ...followed
}: JobProgressProps<Route>) {
  const wasOver = isOver(followed.initial);
  return (
    <Live {...followed} everyMs={wasOver ? null : LIVE_MS}>
      {({ data, error }) => (
        <div className="flex flex-col gap-6">
          {error ? (
            <Callout tone="harm" title={`We couldn’t load the ${called}`}>
              {error.message} We’ll keep trying.
            </Callout>
          ) : null}
          {isOver(data) && !wasOver ? <Refresh when="over" /> : null}
          {children(data)}
          <FailuresCard {...failures(data)} />
        </div>
      )}
    </Live>
  );
}

function FailuresCard({ title, count, shown, description, reportHref, list }: Failures) {
  if (shown === 0) return null;
  return (
    <TitledCard
      title={title}
      description={count > shown ? `The first ${shown} of ${count.toLocaleString("en")}.` : description}
      actions={
        <ButtonLink size="sm" href={reportHref} icon={<Download aria-hidden className="size-4" />} download>
          Report as CSV
        </ButtonLink>
      }
    >
      {list}
    </TitledCard>
  );
}

export const JobRunning = (bar: { label: string; done: number; of: number }) => (
  <div className="rounded-lg border border-line bg-surface p-4 md:p-6">
    <ProgressBar {...bar} />
    <p className="mt-3 text-muted text-sm">You can leave this page. It keeps running.</p>
  </div>
);
