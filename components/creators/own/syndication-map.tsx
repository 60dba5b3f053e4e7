import { type Column, DataList } from "@/components/lists/data-list";
import { listHref, pagesOf } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { StatusBadge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/callout";
import { SectionCard } from "@/components/ui/card";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { MappedPublication, PermittedPlatform, SyndicationMap } from "@/lib/domain/scenes";

const COLUMNS: Column<MappedPublication>[] = [
  {
    header: "Platform",
    primary: true,
    cell: ({ platform, contentUrl, removedAt }) => (
      <span className="flex flex-col items-start gap-1 md:min-w-56">
        <span className="wrap-anywhere font-medium">{platform}</span>
        {removedAt ? (
          <span className="break-all text-muted text-xs">{contentUrl}</span>
        ) : (
          <TextLink href={contentUrl} external className="break-all font-normal text-xs">
            {contentUrl}
          </TextLink>
        )}
      </span>
    ),
  },
  { header: "Since", cell: ({ publishedAt }) => <Time at={publishedAt} as="date" /> },
  {
    header: "Status",
    cell: ({ removedAt, removalReason }) =>
      removedAt ? (
        <span className="flex max-w-80 flex-col items-start gap-1">
          <StatusBadge ended>Removed</StatusBadge>
          <Time at={removedAt} as="date" className="text-muted text-xs" />
          <span className="wrap-anywhere text-xs">“{removalReason}”</span>
        </span>
      ) : (
        <StatusBadge tone="done">Published</StatusBadge>
      ),
  },
];

/** Where a scene is and was published, with each platform's own reason for a removal. */
export const MappedPublications = ({ rows }: { rows: readonly MappedPublication[] }) => (
  <DataList
    caption="Publications, newest first"
    rows={rows}
    rowKey={({ id }) => id}
    columns={COLUMNS}
    empty={<EmptyState title="Not published">No platform has published this scene yet.</EmptyState>}
  />
);

/** The platforms that may publish a scene and have not. Nothing if there are none. */
export function PermittedPlatforms({ platforms }: { platforms: readonly PermittedPlatform[] }) {
  if (platforms.length === 0) return null;
  return (
    <SectionCard
      id="may-publish"
      title="May publish"
      description="These platforms may publish the scene, but haven’t yet."
    >
      <ul className="flex flex-col divide-y divide-line border-line border-y">
        {platforms.map(({ platform, since }) => (
          <li
            key={`${platform} ${since.getTime()}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3"
          >
            <span className="wrap-anywhere font-medium">{platform}</span>
            <span className="text-muted">
              since <Time at={since} as="date" />
            </span>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

type SyndicationMapPageProps = {
  map: SyndicationMap;
  /** The page's path, for the pager's links. */
  path: string;
  /** The list that the person came from. */
  back: string;
  /** Where the person asks for the scene to be taken down. */
  removalHref: string;
};

/** Every platform that published a scene or may publish it. The same for its uploader and its performers. */
export function SyndicationMapPage({
  map: { title, publications, permitted },
  path,
  back,
  removalHref,
}: SyndicationMapPageProps) {
  const { rows, newer, older } = publications;
  const at = (cursor: string) => listHref(path, { cursor });
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">“{title}”</span>}
        description="Where each platform says it published this scene. Only people in the scene see this list, and the custodians of its record."
        back={{ href: back, label: "Scenes" }}
        actions={<ButtonLink href={removalHref}>Ask for removal</ButtonLink>}
      />
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-4">
          <MappedPublications rows={rows} />
          <Pager {...pagesOf({ newer, older }, at)} />
        </div>
        <PermittedPlatforms platforms={permitted} />
      </div>
    </>
  );
}
