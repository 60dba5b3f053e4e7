import { Badge, StatusBadge } from "@/components/ui/badge";
import { SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { latestText } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { SceneRecord } from "@/lib/domain/scenes";
import { RecordLink } from "./record-link";
import { isReserved, ReservedBadge } from "./reserved";

/** The platforms that a scene was extended to. Nothing if there are none. */
export function SceneExtensions({ extensions: { rows, total } }: Pick<SceneRecord, "extensions">) {
  if (total === 0) return null;
  return (
    <SectionCard
      id="extensions"
      title="Extensions"
      description={<>Platforms that may publish this scene too. {latestText(rows.length, total)}</>}
    >
      <ul className="flex flex-col">
        {rows.map(({ id, partnerName, extendedAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2 last:border-b-0"
          >
            <span className="wrap-anywhere font-medium">{partnerName}</span>
            <Time at={extendedAt} className="text-muted" />
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

/** Where a scene is or was published, on every platform. */
export const ScenePublications = ({ publications: { rows, total } }: Pick<SceneRecord, "publications">) => (
  <SectionCard
    id="publications"
    title={total > 0 ? "Publications" : "No publications"}
    description={latestText(rows.length, total)}
  >
    {total > 0 ? (
      <ul className="flex flex-col">
        {rows.map(({ id, partnerName, contentUrl, sha256, publishedAt, removedAt, removalReason }) => (
          <li key={id} className="flex flex-col items-start gap-1 border-line border-b py-3 last:border-b-0">
            <span className="flex flex-wrap items-center gap-2">
              <span className="wrap-anywhere font-medium">{partnerName}</span>
              {removedAt ? <Badge>Removed</Badge> : <StatusBadge tone="done">Published</StatusBadge>}
            </span>
            <CopyId value={contentUrl} label="URL" />
            <CopyId value={sha256} label="file hash" short />
            <span className="wrap-anywhere text-muted text-xs">
              Published <Time at={publishedAt} />
              {removedAt ? (
                <>
                  , removed <Time at={removedAt} />: {removalReason}
                </>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
    ) : null}
  </SectionCard>
);

/** The depictions that were logged under the URL of a publication, or from the same file. */
export function SceneDepictions({ depictions: { rows, total } }: Pick<SceneRecord, "depictions">) {
  if (total === 0) return null;
  return (
    <SectionCard
      id="depictions"
      title="Depictions"
      description={<>Logged under the URL or hash of a publication. {latestText(rows.length, total)}</>}
    >
      <ul className="flex flex-col gap-2">
        {rows.map((row) => (
          <li key={row.id} className="wrap-anywhere">
            {isReserved(row) ? (
              <ReservedBadge />
            ) : (
              <>
                <RecordLink plain href={`/custodian/records/${row.id}`}>
                  {row.title}
                </RecordLink>{" "}
                <span className="text-muted">{row.partnerName}</span>
              </>
            )}
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

/** How long the scene and its releases are kept. */
export const SceneKeeping = ({ keeping: { until, legalHold, isPublished } }: Pick<SceneRecord, "keeping">) => (
  <SectionCard
    id="retention"
    title={
      legalHold ? (
        "Kept under a legal hold"
      ) : (
        <>
          Kept until <Time at={until} as="date" />
          {isPublished ? " or longer" : null}
        </>
      )
    }
    body="text-muted text-sm"
  >
    {legalHold
      ? "It can’t be erased until the hold is lifted."
      : `Seven years from the shoot or the creation, whichever is later${isPublished ? ", and as long as it is published" : ""}. Then it’s erased with its releases.`}
  </SectionCard>
);
