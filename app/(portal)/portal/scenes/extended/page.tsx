import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/page-props";
import { requirePortalUser } from "@/app/session";
import { listHref } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { ExtendedSceneList } from "@/components/scenes/extended-scenes";
import { EXTENDED_SCENES_PATH, SCENES_PATH } from "@/components/scenes/scene-address";
import { PageHeader } from "@/components/ui/page-header";
import { listExtendedScenes } from "@/lib/domain/scenes";
import { ScenePageQuery } from "@/lib/domain/scenes/portal/schemas";

export const metadata: Metadata = { title: "Scenes you extended" };

/** Other partners' scenes that this one extended. */
export default async function ExtendedScenesPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const { cursor } = ScenePageQuery.parse(await searchParams);
  const { rows, newer, older } = await listExtendedScenes(ctx, { cursor });
  const at = (place: string) => listHref(EXTENDED_SCENES_PATH, { cursor: place });
  return (
    <>
      <PageHeader
        title="Scenes you extended"
        description="Other platforms’ greenlit scenes that you may publish."
        back={{ href: SCENES_PATH, label: "Scenes" }}
      />
      <div className="flex flex-col gap-4">
        <ExtendedSceneList rows={rows} />
        <Pager newer={newer && at(newer)} older={older && at(older)} />
      </div>
    </>
  );
}
