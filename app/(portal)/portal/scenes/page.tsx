import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { SceneList } from "@/components/scenes/scene-list";
import { PageHeader } from "@/components/ui/page-header";
import { countScenes, SCENES_COUNTED_AT_MOST, sceneList } from "@/lib/domain/scenes";

export const metadata: Metadata = { title: "Scenes" };

/** The partner's scenes with several performers, and how far their consents are. */
export default async function ScenesPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const [list, counts] = await Promise.all([sceneList.open(ctx, await searchParams), countScenes(ctx)]);
  return (
    <>
      <PageHeader
        title="Scenes"
        description="Scenes with several performers. Publish only greenlit ones. Records are kept for seven years."
      />
      <SceneList {...list} counts={counts} most={SCENES_COUNTED_AT_MOST} />
    </>
  );
}
