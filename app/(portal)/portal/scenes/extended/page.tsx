import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { ExtendedSceneList } from "@/components/scenes/extended-scenes";
import { SCENES_PATH } from "@/components/shell/addresses";
import { PageHeader } from "@/components/ui/page-header";
import { extendedSceneList } from "@/lib/domain/scenes";

export const metadata: Metadata = { title: "Scenes you extended" };

/** Other partners' scenes that this one extended. */
export default async function ExtendedScenesPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  return (
    <>
      <PageHeader
        title="Scenes you extended"
        description="Other platforms’ greenlit scenes that you may publish."
        back={{ href: SCENES_PATH, label: "Scenes" }}
      />
      <ExtendedSceneList {...(await extendedSceneList.open(ctx, await searchParams))} />
    </>
  );
}
