import { listHref, pagesOf } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import type { SyndicationMap } from "@/lib/domain/scenes";
import { MappedPublications, PermittedPlatforms } from "./syndication-map";

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
