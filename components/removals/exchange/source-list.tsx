import { sourceHref } from "@/components/shell/addresses";
import { StatusBadge } from "@/components/ui/badge";
import { SectionCard } from "@/components/ui/card";
import { counted, countText } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Source } from "@/lib/domain/removals/exchange";
import { SOURCE_KIND_LABELS } from "@/lib/domain/removals/exchange/labels";

/** What a source needs or does. */
export function SourceStatus({ kind, keysSetAt, lastError, lastSuccessAt, endedAt, withdraws }: Source) {
  if (withdraws) return <StatusBadge tone="waiting">Ending</StatusBadge>;
  if (endedAt) return <StatusBadge ended>Ended</StatusBadge>;
  if (kind === "file") return <StatusBadge tone="done">Active</StatusBadge>;
  if (!keysSetAt) return <StatusBadge tone="waiting">Needs keys</StatusBadge>;
  if (lastError) return <StatusBadge tone="harm">Failing</StatusBadge>;
  return lastSuccessAt ? (
    <StatusBadge tone="done">Active</StatusBadge>
  ) : (
    <StatusBadge tone="accent">First run soon</StatusBadge>
  );
}

/** All sources of hashes. */
export const SourceList = ({ sources }: { sources: readonly Source[] }) => (
  <SectionCard id="sources" title={sources.length > 0 ? "Sources" : "No sources"}>
    {sources.length > 0 ? (
      <ul className="flex flex-col">
        {sources.map((source) => (
          <li
            key={source.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b py-3 last:border-b-0"
          >
            <span className="min-w-0">
              <TextLink href={sourceHref(source)} className="wrap-anywhere">
                {source.name}
              </TextLink>
              <span className="block text-muted text-xs">
                {SOURCE_KIND_LABELS[source.kind]}
                {source.direction === "out" ? null : `, ${countText(source.listed)} listed`}
                {source.direction === "in" ? null : `, ${counted(source.submitted, "hash", "hashes")} submitted`}
                {source.lastSuccessAt ? (
                  <>
                    , last run <Time at={source.lastSuccessAt} />
                  </>
                ) : null}
              </span>
            </span>
            <SourceStatus {...source} />
          </li>
        ))}
      </ul>
    ) : (
      <p className="text-muted text-sm">
        Add StopNCII, a privacy group at ThreatExchange, or a source whose files you upload.
      </p>
    )}
  </SectionCard>
);
