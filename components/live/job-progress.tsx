"use client";

import { Download } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { Callout } from "@/components/ui/callout";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { ButtonLink } from "@/components/ui/link";
import { ProgressBar } from "@/components/ui/progress";
import { Live, type LiveProps, type LiveRoute } from "./live";
import type { PortalAnswers } from "./portal-fetch";

const LIVE_MS = 1_000;

/** What a job could not do, of which only the first are shown. */
type LeftOut = {
  title: string;
  /** How many there are in all, and how many of them are shown. */
  count: number;
  shown: number;
  /** What is said where all are shown. */
  description?: string | undefined;
  reportHref: string;
  list: ReactNode;
};

type JobProgressProps<Route extends LiveRoute> = Pick<LiveProps<Route>, "route" | "view" | "query" | "initial"> & {
  /** What the job is called in a sentence. */
  called: string;
  isOver: (data: PortalAnswers[Route]) => boolean;
  leftOut: (data: PortalAnswers[Route]) => LeftOut;
  /** How it stands, and what it has done so far. */
  children: (data: PortalAnswers[Route]) => ReactNode;
};

/** A long job while it runs and when it is over: how it stands, and what it could not do, with the report of all of that. */
export function JobProgress<Route extends LiveRoute>({
  called,
  isOver,
  leftOut,
  children,
  ...followed
}: JobProgressProps<Route>) {
  const wasOver = isOver(followed.initial);
  return (
    <Live {...followed} everyMs={wasOver ? null : LIVE_MS}>
      {({ data, error }) => (
        <div className="flex flex-col gap-6">
          {error ? (
            <Callout tone="harm" title={`The ${called} could not be read`}>
              {error.message} It is tried again by itself.
            </Callout>
          ) : null}
          {isOver(data) && !wasOver ? <DrawAnew /> : null}
          {children(data)}
          <LeftOutCard {...leftOut(data)} />
        </div>
      )}
    </Live>
  );
}

function LeftOutCard({ title, count, shown, description, reportHref, list }: LeftOut) {
  if (shown === 0) return null;
  return (
    <Card as="section">
      <CardHeader
        title={title}
        description={count > shown ? `The first ${shown} of ${count.toLocaleString("en")}.` : description}
        actions={
          <ButtonLink size="sm" href={reportHref} icon={<Download aria-hidden className="size-4" />} download>
            Report as CSV
          </ButtonLink>
        }
      />
      <CardBody>{list}</CardBody>
    </Card>
  );
}

/** What is over is drawn by the server once more, and is not followed any longer. */
function DrawAnew() {
  const router = useRouter();
  useEffect(() => router.refresh(), [router]);
  return null;
}

/** How far a job is. */
export const JobRunning = (bar: { label: string; done: number; of: number }) => (
  <div className="rounded-lg border border-line bg-surface p-4 md:p-6">
    <ProgressBar {...bar} />
    <p className="mt-3 text-muted text-sm">You may leave this page. It goes on by itself.</p>
  </div>
);
