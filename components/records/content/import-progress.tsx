"use client";

import { type Column, DataList } from "@/components/lists/data-list";
import { JobProgress } from "@/components/live/job-progress";
import { KeyValue } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import type { ActionResult } from "@/components/ui/form";
import { counted, countText } from "@/components/ui/format";
import { Stat, StatRow } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { rowsReported } from "@/lib/domain/records/content/import/labels";
import type { ImportDetail, ImportFinding, ImportState } from "@/lib/domain/records/content/import/schemas";
import { ImportNext } from "./import-next";

type ImportProgressProps = {
  initial: ImportDetail;
  start: () => Promise<ActionResult>;
  discard: () => Promise<ActionResult>;
};

/** An import, during and after its run. */
export function ImportProgress({ initial, start, discard }: ImportProgressProps) {
  const { id, dryRun, discarded } = initial.state;
  return (
    <JobProgress
      route="/api/portal/content/import"
      view={`${id} ${dryRun} ${discarded}`}
      query={() => new URLSearchParams({ importId: id })}
      initial={initial}
      called="import"
      isOver={({ state: { status } }) => status === "done" || status === "failed"}
      failures={({ state, findings }) => ({
        title: "Skipped rows",
        count: rowsReported(state),
        shown: findings.length,
        reportHref: `/api/portal/content/import/report?importId=${id}`,
        list: <ImportFindings findings={findings} />,
      })}
    >
      {({ state }) => (
        <>
          <ImportNext state={state} start={start} discard={discard} />
          <ImportCounts state={state} />
        </>
      )}
    </JobProgress>
  );
}

/** How an import's rows were counted, and facts about the file. */
function ImportCounts({ state }: { state: ImportState }) {
  const { status, logged, unchanged, differing, takenDown, repeated, refused } = state;
  const { dryRun, rows, fileBytes, sha256, by, finishedAt } = state;
  return (
    <>
      {status === "failed" && rows === null ? null : (
        <StatRow>
          <Stat
            label={dryRun ? "New" : "Imported"}
            value={countText(logged)}
            hint={rows === null ? undefined : `of ${counted(rows, "row")}`}
          />
          <Stat label="Unchanged" value={countText(unchanged)} hint="already in the log" />
          {differing > 0 ? (
            <Stat label="Different" value={countText(differing)} hint="from the log, which doesn’t change" />
          ) : null}
          {takenDown > 0 ? <Stat label="Removed" value={countText(takenDown)} hint="earlier, not restored" /> : null}
          <Stat label="Repeated" value={countText(repeated)} hint="earlier in this file" />
          <Stat label="Refused" value={countText(refused)} tone={refused > 0 ? "harm" : "neutral"} />
        </StatRow>
      )}
      <KeyValue
        items={[
          { label: "Size", value: counted(fileBytes, "byte") },
          {
            label: "SHA-256",
            value: sha256 ? (
              <CopyId value={sha256} label="SHA-256" />
            ) : status === "failed" ? (
              "Not read"
            ) : (
              "Not read yet"
            ),
          },
          {
            label: "Started",
            value: (
              <>
                <Time at={state.startedAt ?? state.createdAt} /> by {by}
              </>
            ),
          },
          { label: "Finished", value: finishedAt ? <Time at={finishedAt} /> : "Not yet" },
        ]}
      />
    </>
  );
}

const WORDS: Record<ImportFinding["outcome"], string> = {
  refused: "Refused",
  repeated: "Repeated",
  differing: "Different",
  taken_down: "Removed",
};

const COLUMNS: Column<ImportFinding>[] = [
  {
    header: "Line",
    primary: true,
    cell: ({ line }) => <span className="tabular-nums">{`Line ${line.toLocaleString("en")}`}</span>,
  },
  { header: "Outcome", cell: ({ outcome }) => WORDS[outcome] },
  {
    header: "Your content id",
    cell: ({ externalContentId }) =>
      externalContentId ? (
        <span className="line-clamp-2 break-all font-mono text-xs">{externalContentId}</span>
      ) : (
        <span className="text-muted">none</span>
      ),
  },
  { header: "Why", align: "start", cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
];

const ImportFindings = ({ findings }: { findings: readonly ImportFinding[] }) => (
  <DataList caption="Skipped rows" rows={findings} rowKey={({ line }) => String(line)} columns={COLUMNS} />
);
