import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireCreator } from "@/app/session";
import { SyndicationMapPage } from "@/components/creators/own/syndication-map";
import { readListAddress, type SearchParams } from "@/components/lists/list-address";
import { viewSignedSceneMap } from "@/lib/domain/scenes";
import { NotFound } from "@/lib/platform/errors";

export const metadata: Metadata = { title: "Platforms of a scene" };

type Props = { params: Promise<{ performerId: string }>; searchParams: SearchParams };

/** Where a scene that the person signed is and may be published. */
export default async function SignedSceneMapPage({ params, searchParams }: Props) {
  const ctx = await requireCreator();
  const { performerId } = await params;
  const { cursor } = readListAddress(await searchParams, ["cursor"]);
  const map = await viewSignedSceneMap(ctx, { performerId, cursor }).catch((error: unknown) => {
    if (error instanceof NotFound) notFound();
    throw error;
  });
  return (
    <SyndicationMapPage
      map={map}
      path={`/creator/scenes/${performerId}`}
      back="/creator/scenes?view=signed"
      removalHref={`/removal/own/scene/${performerId}`}
    />
  );
}
