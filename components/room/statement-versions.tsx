import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { OwnStatement } from "@/lib/domain/statements";

/** Everything that was ever public. */
export function StatementVersions({ own: { versions, published } }: { own: OwnStatement }) {
  return (
    <section aria-labelledby="versions" className="flex flex-col gap-2">
      <h2 id="versions" className="font-semibold text-base">
        What was published
      </h2>
      <ol className="border-line border-t">
        {versions.map(({ version, publishedAt, displayName, workTitle }) => (
          <li
            key={version}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b py-3"
          >
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
              <a
                href={`/creator/statement/preview?version=${version}`}
                className="rounded-sm text-accent-text underline underline-offset-4"
              >
                Version {version}
              </a>
              <span className="wrap-anywhere min-w-0 text-muted">
                {displayName}, {workTitle === null ? "all works" : `“${workTitle}”`}
              </span>
              {published?.version === version ? <Badge tone="done">Public now</Badge> : null}
            </span>
            <Time at={publishedAt} as="date" className="text-muted" />
          </li>
        ))}
      </ol>
    </section>
  );
}
