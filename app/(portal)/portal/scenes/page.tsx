import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/page-props";
import { requirePortalUser } from "@/app/session";
import { countFilters } from "@/components/lists/address-filters";
import { ExportButton } from "@/components/lists/filters";
import { unreadNames } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { EXTENDED_SCENES_PATH, scenesHref } from "@/components/scenes/scene-address";
import { NoScenes, SceneFilterBar } from "@/components/scenes/scene-filters";
import { SceneList } from "@/components/scenes/scene-list";
import { TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { countScenes, listScenes, SCENES_COUNTED_AT_MOST } from "@/lib/domain/scenes";
import { SCENE_FILTERS, ScenePageQuery } from "@/lib/domain/scenes/portal/schemas";

export const metadata: Metadata = { title: "Scenes" };

/** The partner's scenes with several performers, and how far their consents are. */
export default async function ScenesPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const sent = await searchParams;
  const address = ScenePageQuery.parse(sent);
  const [{ rows, newer, older }, counts] = await Promise.all([listScenes(ctx, address), countScenes(ctx)]);
  const at = (cursor: string) => scenesHref({ ...address, cursor });
  return (
    <>
      <PageHeader
        title="Scenes"
        description="Scenes with several performers. Publish only greenlit ones. Records are kept for seven years."
      />
      <div className="flex flex-col gap-4">
        <SceneFilterBar
          address={address}
          counts={counts}
          most={SCENES_COUNTED_AT_MOST}
          unread={unreadNames(sent, SCENE_FILTERS, address)}
        />
        <div className="flex flex-wrap items-center justify-end gap-4">
          <TextLink href={EXTENDED_SCENES_PATH}>Scenes you extended</TextLink>
          <ExportButton path="/api/portal/scenes/export" />
        </div>
        <SceneList rows={rows} empty={<NoScenes filtered={countFilters(address) > 0} />} />
        <Pager newer={newer && at(newer)} older={older && at(older)} />
      </div>
    </>
  );
}
