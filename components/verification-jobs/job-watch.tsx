"use client";

import { Live, RefreshOnChange } from "@/components/live/live";

const LIVE_MS = 2_000;

type JobWatchProps = { id: string; mark: string };

/** Refreshes a verification job's page when a performer signs, is verified or refuses, or when the job ends. */
export const JobWatch = ({ id, mark }: JobWatchProps) => (
  <Live
    route="/api/portal/verification-jobs/mark"
    view={`${id} ${mark}`}
    query={() => new URLSearchParams({ job: id })}
    initial={{ mark }}
    everyMs={LIVE_MS}
  >
    {({ data }) => <RefreshOnChange rendered={mark} now={data.mark} />}
  </Live>
);
