import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireCustodian } from "@/app/session";
import { readListAddress, type SearchParams } from "@/components/lists/list-address";
import { EndSource } from "@/components/removals/exchange/end-source";
import { SourceFiles } from "@/components/removals/exchange/source-files";
import { KeysForm, SourceChangeForm } from "@/components/removals/exchange/source-form";
import { SourceStatus } from "@/components/removals/exchange/source-list";
import { EXCHANGE_PATH } from "@/components/shell/addresses";
import { Callout } from "@/components/ui/callout";
import { FactsCard, SectionCard } from "@/components/ui/card";
import { counted, countText } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { type Source, viewSource } from "@/lib/domain/removals/exchange";
import {
  DIRECTION_LABELS,
  isUploadProblem,
  SOURCE_KIND_LABELS,
  UPLOAD_PROBLEMS,
} from "@/lib/domain/removals/exchange/labels";
import { AppError } from "@/lib/platform/errors";
import { changeSourceAction, endSourceAction, endSourceNowAction, setKeysAction } from "../actions";

export const metadata: Metadata = { title: "Source of hashes" };

type Props = { params: Promise<{ sourceId: string }>; searchParams: SearchParams };

/** One source of hashes: its keys, its files, and how its last run went. */
export default async function SourcePage({ params, searchParams }: Props) {
  const ctx = await requireCustodian();
  const { sourceId } = await params;
  const { problem } = readListAddress(await searchParams, ["problem"]);
  const { imports, ...source } = await viewSource(ctx, sourceId).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) notFound();
    throw error;
  });
  const { id, kind, direction, endedAt, withdraws, keysSetAt } = source;
  const isOver = endedAt !== null && !withdraws;
  return (
    <>
      <PageHeader
        title={source.name}
        back={{ href: EXCHANGE_PATH, label: "Hash exchange" }}
        meta={<SourceStatus {...source} />}
        actions={
          isOver ? null : (
            <EndSource {...source} end={endSourceAction.bind(null, id)} endNow={endSourceNowAction.bind(null, id)} />
          )
        }
      />
      {withdraws ? (
        <Callout tone="waiting" title={endingTitle(source)} className="mb-4">
          Nothing is fetched, submitted or matched. We delete the keys once the service has taken every withdrawal.
        </Callout>
      ) : null}
      {isOver && source.submitted > 0 ? (
        <Callout className="mb-4">
          {source.submitted === 1 ? "1 hash of ours wasn’t" : `${hashes(source.submitted)} of ours weren’t`} withdrawn.
        </Callout>
      ) : null}
      {source.lastError && !isOver && keysSetAt ? (
        <Callout tone="harm" title={`The last run failed. ${source.lastError}`} className="mb-4">
          We retry <Time at={source.nextRunAt} as="datetime" />. Pages before the failure are kept.
        </Callout>
      ) : null}
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <div className="flex min-w-0 flex-col gap-4">
          <FactsCard id="facts" title="Source" items={factsOf(source)} />
          {direction === "out" || (endedAt && imports.length === 0) ? null : (
            <SourceFiles
              id={id}
              isEnded={endedAt !== null}
              imports={imports}
              problem={isUploadProblem(problem) ? UPLOAD_PROBLEMS[problem] : null}
            />
          )}
        </div>
        {isOver ? null : (
          <div className="flex min-w-0 flex-col gap-4">
            {kind === "file" ? null : (
              <SectionCard id="keys" title="Keys" description="Kept sealed. Nobody can read them again.">
                <KeysForm
                  kind={kind}
                  submits={direction !== "in"}
                  isSet={keysSetAt !== null}
                  set={setKeysAction.bind(null, id, kind)}
                />
              </SectionCard>
            )}
            {endedAt ? null : (
              <SectionCard id="settings" title="Settings">
                <SourceChangeForm
                  name={source.name}
                  daysKept={source.daysKept}
                  change={changeSourceAction.bind(null, id)}
                />
              </SectionCard>
            )}
          </div>
        )}
      </div>
    </>
  );
}

const hashes = (count: number): string => counted(count, "hash", "hashes");

const endingTitle = ({ submitted }: Source): string =>
  submitted > 0 ? `Ending: ${hashes(submitted)} to withdraw` : "Ending";

const factsOf = (source: Source) => [
  { label: "Service", value: SOURCE_KIND_LABELS[source.kind] },
  source.kind !== "file" && { label: "Direction", value: DIRECTION_LABELS[source.direction] },
  source.baseUrl && { label: "URL", value: source.baseUrl },
  source.groupId && { label: "Privacy group", value: source.groupId },
  source.direction !== "out" && { label: "Listed hashes", value: countText(source.listed) },
  source.direction !== "in" && { label: "Submitted hashes", value: countText(source.submitted) },
  source.keysSetAt && { label: "Keys set", value: <Time at={source.keysSetAt} as="datetime" /> },
  source.lastSuccessAt && { label: "Last run", value: <Time at={source.lastSuccessAt} as="datetime" /> },
  source.endedAt && {
    label: source.withdraws ? "Ending since" : "Ended",
    value: <Time at={source.endedAt} as="datetime" />,
  },
];
