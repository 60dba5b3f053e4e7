"use client";

import { JobRunning } from "@/components/live/job-progress";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import { ButtonLink } from "@/components/ui/link";
import { type ImportState, rowsDone, rowsReported } from "@/lib/domain/content/import/schemas";
import { counted, importStatusText } from "./import-list";

type ImportNextProps = {
  state: ImportState;
  begin: () => Promise<ActionResult>;
  discard: () => Promise<ActionResult>;
};

/** Where an import is, and what there is to do about it. */
export function ImportNext({ state, begin, discard }: ImportNextProps) {
  const { status, dryRun, logged, problem, rows } = state;
  if (status === "waiting" || (status === "running" && rows === null)) {
    return (
      <Callout tone="accent" title={status === "waiting" ? "Waiting for its turn" : "Reading the file"} live>
        You may leave this page. It goes on by itself.
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
        {problem} {logged > 0 && !dryRun ? `Written before that, and kept: ${counted(logged, "record")}.` : null}
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
        The file is deleted. Nothing of it was written.
      </Callout>
    );
  }
  return dryRun ? <Checked state={state} begin={begin} discard={discard} /> : <Imported state={state} />;
}

function Checked({ state, begin, discard }: ImportNextProps) {
  const { logged } = state;
  const throwAway = <Discard action={discard} />;
  if (logged === 0) {
    return (
      <Callout title="There is nothing to import" live actions={throwAway}>
        Every row is in the log already, or is refused. What the log has stays as it is.
      </Callout>
    );
  }
  const records = counted(logged, "record");
  return (
    <Callout
      tone="waiting"
      title={`Checked: ${records} can be imported`}
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
            success="The import has begun."
            action={begin}
          >
            <ImportConsequences state={state} />
          </ConfirmAction>
          {throwAway}
        </>
      }
    >
      Nothing is written yet. The file waits here for seven days.
    </Callout>
  );
}

const Discard = ({ action }: { action: () => Promise<ActionResult> }) => (
  <ConfirmAction
    trigger={<Button size="sm">Discard</Button>}
    title="Discard this file?"
    confirmLabel="Discard"
    success="The file is discarded."
    action={action}
  >
    <p>The file is deleted, and nothing of it is written. What the check found stays here.</p>
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
          Show the content
        </ButtonLink>
      }
    >
      {refused > 0
        ? `${counted(refused, "row")} refused. Mend them and import the whole file again: what is there stays as it is.`
        : "Every row is in the log."}
      {others > 0
        ? ` Of ${counted(others, "row")} the log says something else, or that it was taken down: see below.`
        : null}
    </Callout>
  );
}

/** What an import of a file that was checked does, and how much of the file it leaves out. */
export function ImportConsequences({ state }: { state: ImportState }) {
  const isOne = state.logged === 1;
  const leftOut = rowsReported(state);
  return (
    <p>
      {isOne ? "It is kept for seven years from its" : "They are kept for seven years from their"} production date, and
      cannot be taken back out. {isOne ? "It sends" : "Each of them sends"}{" "}
      <code className="font-mono text-xs">content_log.created</code> to your webhooks.
      {leftOut > 0 ? ` ${counted(leftOut, "row")} will be left out: the page says which, and why.` : null}
    </p>
  );
}
