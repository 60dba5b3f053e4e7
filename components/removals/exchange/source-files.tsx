import { sourceHref } from "@/components/shell/addresses";
import { Callout } from "@/components/ui/callout";
import { SectionCard } from "@/components/ui/card";
import { Field, Input } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/form";
import { counted } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { HashImport } from "@/lib/domain/removals/exchange";

type SourceFilesProps = {
  id: string;
  isEnded: boolean;
  imports: readonly HashImport[];
  /** Why the last upload brought nothing. */
  problem: string | null;
};

/** Uploads a file of hashes, and what came of the last ones. A plain form, so that it works without scripts. */
export const SourceFiles = ({ id, isEnded, imports, problem }: SourceFilesProps) => (
  <SectionCard
    id="files"
    title="Files"
    description="CSV or JSON as StopNCII and ThreatExchange write it, or lines with a kind and a hash, such as “pdq …”."
    body="flex flex-col gap-6"
  >
    {problem ? <Callout tone="harm" title={problem} live /> : null}
    {isEnded ? null : (
      <form
        action={`${sourceHref({ id })}/file`}
        method="post"
        encType="multipart/form-data"
        className="flex flex-wrap items-end gap-4"
      >
        <Field name="hashes" label="File of hashes" className="min-w-0 grow">
          <Input type="file" accept=".csv,.json,.ndjson,.txt,text/*,application/json" required />
        </Field>
        <SubmitButton variant="secondary">Import file</SubmitButton>
      </form>
    )}
    {imports.length > 0 ? (
      <ul aria-label="Imported files" className="flex flex-col">
        {imports.map((one) => (
          <li key={one.id} className="flex flex-col gap-2 border-line border-b py-3 last:border-b-0">
            {one.fileName ? (
              <p className="wrap-anywhere font-medium">
                <bdi>{one.fileName}</bdi>
              </p>
            ) : null}
            <p>{outcomeOf(one)}</p>
            <Problems {...one} />
            <p className="wrap-anywhere text-muted text-xs">
              <Time at={one.importedAt} /> by {one.importedBy}
            </p>
          </li>
        ))}
      </ul>
    ) : null}
  </SectionCard>
);

const hashes = (count: number): string => counted(count, "hash", "hashes");

function outcomeOf({ problemCount, added, renewed, withdrawn, unsupported }: HashImport): string {
  if (problemCount > 0)
    return `Nothing was imported: ${counted(problemCount, "problem")}. Fix the file and import it again.`;
  const parts = [
    ...(added > 0 ? [`${hashes(added)} added`] : []),
    ...(renewed > 0 ? [`${hashes(renewed)} renewed`] : []),
    ...(withdrawn > 0 ? [`${hashes(withdrawn)} withdrawn`] : []),
    ...(unsupported > 0 ? [`${hashes(unsupported)} of kinds that we can’t match left out`] : []),
  ];
  return parts.length > 0 ? `${parts.join(", ")}.` : "Nothing changed. All of it was listed already.";
}

const Problems = ({ problems, problemCount }: HashImport) =>
  problems.length > 0 ? (
    <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
      {problems.map(({ line, text }) => (
        <li key={`${line} ${text}`}>{line === null ? text : `Line ${line}: ${text}`}</li>
      ))}
      {problemCount > problems.length ? <li>And {counted(problemCount - problems.length, "more problem")}.</li> : null}
    </ul>
  ) : null;
