import { KeyValue } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { Stat, StatRow } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { ImportState } from "@/lib/domain/content/import/schemas";
import { counted } from "./counted";

const number = (count: number): string => count.toLocaleString("en");

/** What became of the rows of an import, and which file it was. */
export function ImportCounts({ state }: { state: ImportState }) {
  const { status, logged, unchanged, differing, takenDown, repeated, refused } = state;
  const { dryRun, rows, fileBytes, sha256, by, finishedAt } = state;
  return (
    <>
      {status === "failed" && rows === null ? null : (
        <StatRow>
          <Stat
            label={dryRun ? "New" : "Imported"}
            value={number(logged)}
            hint={rows === null ? undefined : `of ${counted(rows, "row")}`}
          />
          <Stat label="Unchanged" value={number(unchanged)} hint="in the log before, left as it was" />
          {differing > 0 ? (
            <Stat label="Different" value={number(differing)} hint="the log says otherwise, and stays so" />
          ) : null}
          {takenDown > 0 ? <Stat label="Taken down" value={number(takenDown)} hint="before, and they stay so" /> : null}
          <Stat label="Repeated" value={number(repeated)} hint="earlier in this file" />
          <Stat label="Refused" value={number(refused)} tone={refused > 0 ? "harm" : "neutral"} />
        </StatRow>
      )}
      <KeyValue
        items={[
          { label: "Size", value: `${number(fileBytes)} bytes` },
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
