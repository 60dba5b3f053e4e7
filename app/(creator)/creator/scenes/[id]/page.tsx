import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireCreator } from "@/app/(creator)/creator/creator";
import { MappedPublications, PermittedPlatforms } from "@/components/creator/syndication-map";
import { listHref, readListAddress } from "@/components/ui/list-address";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { viewSyndicationMap } from "@/lib/domain/scenes";
import { NotFound } from "@/lib/platform/errors";

export const metadata: Metadata = { title: "Platforms of a scene" };

const PATH = "/creator/scenes";

type Props = {
  /** The scene's id for its uploader, the performer's for a performer. */
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Every platform that published one of the person's scenes or may publish it. */
export default async function SyndicationMapPage({ params, searchParams }: Props) {
  const ctx = await requireCreator();
  const { id } = await params;
  const { cursor } = readListAddress(await searchParams, ["cursor"]);
  const { title, isUploader, publications, permitted } = await viewSyndicationMap(ctx, { id, cursor }).catch(
    (error: unknown) => {
      if (error instanceof NotFound) notFound();
      throw error;
    },
  );
  const { rows, newer, older } = publications;
  const at = (place: string) => listHref(`${PATH}/${id}`, { cursor: place });
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">“{title}”</span>}
        description="Where each platform says it published this scene. Only people in the scene see this list, and the custodians of its record."
        back={{ href: listHref(PATH, { view: isUploader ? "uploaded" : "signed" }), label: "Scenes" }}
      />
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-4">
          <MappedPublications rows={rows} />
          <Pager newer={newer && at(newer)} older={older && at(older)} />
        </div>
        <PermittedPlatforms platforms={permitted} />
      </div>
    </>
  );
}
