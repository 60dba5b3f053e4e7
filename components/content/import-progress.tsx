"use client";

import { JobProgress } from "@/components/live/job-progress";
import type { ActionResult } from "@/components/ui/form";
import { type ImportDetail, rowsReported } from "@/lib/domain/content/import/schemas";
import { ImportCounts } from "./import-counts";
import { ImportFindings } from "./import-findings";
import { ImportNext } from "./import-next";

type ImportProgressProps = {
  initial: ImportDetail;
  begin: () => Promise<ActionResult>;
  discard: () => Promise<ActionResult>;
};

/** An import while it runs and when it is over. */
export function ImportProgress({ initial, begin, discard }: ImportProgressProps) {
  const { id, dryRun, discarded } = initial.state;
  return (
    <JobProgress
      route="/api/portal/content/import"
      view={`${id} ${dryRun} ${discarded}`}
      query={() => new URLSearchParams({ importId: id })}
      initial={initial}
      called="import"
      isOver={({ state: { status } }) => status === "done" || status === "failed"}
      leftOut={({ state, findings }) => ({
        title: "Rows that were not taken",
        count: rowsReported(state),
        shown: findings.length,
        reportHref: `/api/portal/content/import/report?importId=${id}`,
        list: <ImportFindings findings={findings} />,
      })}
    >
      {({ state }) => (
        <>
          <ImportNext state={state} begin={begin} discard={discard} />
          <ImportCounts state={state} />
        </>
      )}
    </JobProgress>
  );
}
