"use client";

import { Download } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Live } from "@/components/live/live";
import { ButtonLink } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { ActionResult } from "@/components/ui/form-state";
import { type ImportDetail, type ImportState, rowsReported } from "@/lib/domain/content/import/schemas";
import { ImportCounts } from "./import-counts";
import { ImportFindings } from "./import-findings";
import { ImportNext } from "./import-next";

const LIVE_MS = 1_000;

type ImportProgressProps = {
  initial: ImportDetail;
  begin: () => Promise<ActionResult>;
  discard: () => Promise<ActionResult>;
};

/** An import while it runs and when it is over. */
export function ImportProgress({ initial, begin, discard }: ImportProgressProps) {
  const { id } = initial.state;
  const wasOver = isOver(initial.state);
  return (
    <Live
      route="/api/portal/content/imports"
      view={`${id} ${initial.state.dryRun} ${initial.state.discarded}`}
      query={() => new URLSearchParams({ importId: id })}
      initial={initial}
      everyMs={wasOver ? null : LIVE_MS}
    >
      {({ data: { state, findings }, error }) => (
        <div className="flex flex-col gap-6">
          {error ? (
            <Callout tone="harm" title="The import could not be read">
              {error.message} It is tried again by itself.
            </Callout>
          ) : null}
          {isOver(state) && !wasOver ? <DrawAnew /> : null}
          <ImportNext state={state} begin={begin} discard={discard} />
          <ImportCounts state={state} />
          {findings.length > 0 ? (
            <Card as="section">
              <CardHeader
                title="Rows that were not taken"
                description={
                  rowsReported(state) > findings.length
                    ? `The first ${findings.length} of ${rowsReported(state).toLocaleString("en")}.`
                    : undefined
                }
                actions={
                  <ButtonLink
                    size="sm"
                    href={`/api/portal/content/imports/report?importId=${id}`}
                    icon={<Download aria-hidden className="size-4" />}
                    download
                  >
                    Report as CSV
                  </ButtonLink>
                }
              />
              <CardBody>
                <ImportFindings findings={findings} />
              </CardBody>
            </Card>
          ) : null}
        </div>
      )}
    </Live>
  );
}

const isOver = ({ status }: ImportState): boolean => status === "done" || status === "failed";

/** What is over is drawn by the server once more, and is not followed any longer. */
function DrawAnew() {
  const router = useRouter();
  useEffect(() => router.refresh(), [router]);
  return null;
}
