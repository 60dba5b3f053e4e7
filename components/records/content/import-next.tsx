"use client";

import { JobRunning } from "@/components/live/job-progress";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import { counted } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { rowsDone, rowsReported } from "@/lib/domain/records/content/import/labels";
import type { ImportState } from "@/lib/domain/records/content/import/schemas";
import { importStatusText } from "./import-list";

type ImportNextProps = {
  state: ImportState;
  start: () => Promise<ActionResult>;
  discard: () => Promise<ActionResult>;
};

/** How far an import is, and the next step for the reader. */
export function ImportNext({ state, start, discard }: ImportNextProps) {
  const { status, dryRun, logged, problem, rows } = state;
  if (status === "waiting" || (status === "running" && rows === null)) {
    return (
      <Callout tone="accent" title={status === "waiting" ? "Waiting to start" : "Reading the file"} live>
        You can leave this page. The import continues.
      </Callout>
    );
  }
  if (status === "running") {
    return <JobRunning label={importStatusText(state)} done={rowsDone(state)} of={rows ?? 0} />;
  }
  if (status === "failed") {
    return (
      <Callout
        tone="harm"
        title={dryRun ? "The check failed" : "The import failed"}
        live
        actions={
          <ButtonLink size="sm" href="/portal/content/import">
            Upload another file
          </ButtonLink>
        }
      >
        {problem} {logged > 0 && !dryRun ? `${counted(logged, "record")} imported before the failure.` : null}
      </Callout>
    );
  }
  if (state.discarded) {
    return (
      <Callout
        title="Discarded"
        live
        actions={
          <ButtonLink size="sm" href="/portal/content/import">
            Upload another file
          </ButtonLink>
        }
      >
        The file is deleted. Nothing was imported.
      </Callout>
    );
  }
  return dryRun ? <Checked state={state} start={start} discard={discard} /> : <Imported state={state} />;
}

function Checked({ state, start, discard }: ImportNextProps) {
  const { logged } = state;
  const throwAway = <Discard action={discard} />;
  if (logged === 0) {
    return (
      <Callout title="Nothing to import" live actions={throwAway}>
        Every row is already in the log or was refused. Existing records don’t change.
      </Callout>
    );
  }
  const records = counted(logged, "record");
  return (
    <Callout
      tone="waiting"
      title={`Checked: ${records} to import`}
      live
      actions={
        <>
          <ConfirmAction
            trigger={
              <Button size="sm" variant="primary">
                Import {records}
              </Button>
            }
            tone="neutral"
            title={`Import ${records}?`}
            confirmLabel="Import"
            success="Import started."
            action={start}
          >
            <ImportConsequences state={state} />
          </ConfirmAction>
          {throwAway}
        </>
      }
    >
      Nothing is imported yet. We keep the file for seven days.
    </Callout>
  );
}

const Discard = ({ action }: { action: () => Promise<ActionResult> }) => (
  <ConfirmAction
    trigger={<Button size="sm">Discard</Button>}
    title="Discard this file?"
    confirmLabel="Discard"
    success="File discarded."
    action={action}
  >
    <p>We delete the file and import nothing. The results of the check stay here.</p>
  </ConfirmAction>
);

function Imported({ state: { logged, refused, differing, takenDown } }: { state: ImportState }) {
  const others = differing + takenDown;
  return (
    <Callout
      tone="done"
      title={logged === 0 ? "Nothing new to import" : `${counted(logged, "record")} imported`}
      live
      actions={
        <ButtonLink size="sm" href="/portal/content">
          Show content
        </ButtonLink>
      }
    >
      {refused > 0
        ? `${counted(refused, "row")} refused. Fix these rows and re-import. Existing records won’t change.`
        : "Every row is in the log."}
      {others > 0 ? ` Different or removed: ${counted(others, "row")}, listed below.` : null}
    </Callout>
  );
}

/** What importing a checked file does, and how many rows it skips. */
export function ImportConsequences({ state }: { state: ImportState }) {
  const isOne = state.logged === 1;
  const leftOut = rowsReported(state);
  return (
    <p>
      {isOne ? "It is kept for seven years from its" : "They are kept for seven years from their"} production date and
      can’t be deleted before then. {isOne ? "It sends" : "Each sends"}{" "}
      <code className="font-mono text-xs">content_log.created</code> to your webhooks.
      {leftOut > 0 ? ` ${counted(leftOut, "row")} will be skipped. This page lists them.` : null}
    </p>
  );
}
