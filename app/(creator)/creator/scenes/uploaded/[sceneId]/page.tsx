import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireCreator } from "@/app/session";
import { SyndicationMapPage } from "@/components/creators/own/syndication-map";
import { readListAddress, type SearchParams } from "@/components/lists/list-address";
import { viewUploadedSceneMap } from "@/lib/domain/scenes";
import { NotFound } from "@/lib/platform/errors";

export const metadata: Metadata = { title: "Platforms of a scene" };

type Props = { params: Promise<{ sceneId: string }>; searchParams: SearchParams };

/** Where a scene that the person uploaded is and may be published. */
export default async function UploadedSceneMapPage({ params, searchParams }: Props) {
  const ctx = await requireCreator();
  const { sceneId } = await params;
  const { cursor } = readListAddress(await searchParams, ["cursor"]);
  const map = await viewUploadedSceneMap(ctx, { sceneId, cursor }).catch((error: unknown) => {
    if (error instanceof NotFound) notFound();
    throw error;
  });
  return (
    <SyndicationMapPage
      map={map}
      path={`/creator/scenes/uploaded/${sceneId}`}
      back="/creator/scenes?view=uploaded"
      removalHref={`/removal/own/scene/${sceneId}`}
    />
  );
}
