import type { Metadata } from "next";
import { addSceneAction, removeSceneAction } from "@/app/(producer)/producer/productions/actions";
import { findProduction, orNotFound } from "@/app/(producer)/producer/productions/production";
import { requireProducer } from "@/app/session";
import { listHref, pagesOf, readListAddress, type SearchParams } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { CorrectionNote } from "@/components/productions/producer/facts";
import { isEditable } from "@/components/productions/producer/next-step";
import { AddableScenes, AskPerformers, PerformerList, SceneList } from "@/components/productions/producer/performers";
import { productionHref } from "@/components/productions/producer/production-address";
import { shortTitle } from "@/components/ui/format";
import { PageHeader, PageSection } from "@/components/ui/page-header";
import { addableSceneList } from "@/lib/domain/productions";

export const metadata: Metadata = { title: "Performers" };

type Props = { params: Promise<{ productionId: string }>; searchParams: SearchParams };

/** Who is in a production, by which scene, and the scenes that can be added. */
export default async function PerformersPage({ params, searchParams }: Props) {
  const ctx = await requireProducer();
  const { productionId } = await params;
  const { cursor } = readListAddress(await searchParams, ["cursor"]);
  const production = await findProduction(productionId);
  const mayEdit = isEditable(production);
  const addable = mayEdit ? await orNotFound(addableSceneList.read(ctx, { production: productionId, cursor })) : null;
  const at = (to: string) => listHref(productionHref(production, "performers"), { cursor: to });
  return (
    <>
      <PageHeader
        title="Performers"
        back={{ href: productionHref(production), label: shortTitle(production.title) }}
        description="A scene brings everyone in it, with their signed releases and IDs. You see addresses and status only."
      />
      <div className="flex flex-col gap-10">
        <CorrectionNote production={production} />
        <PerformerList performers={production.performers} />
        {production.scenes.length > 0 ? (
          <PageSection id="scenes" title="Scenes">
            <SceneList
              scenes={production.scenes}
              remove={mayEdit ? (sceneId) => removeSceneAction.bind(null, productionId, sceneId) : null}
            />
          </PageSection>
        ) : null}
        {addable ? (
          <>
            <PageSection id="add" title="Scenes you can add">
              <AddableScenes rows={addable.rows} add={(sceneId) => addSceneAction.bind(null, productionId, sceneId)} />
              <Pager {...pagesOf(addable, at)} />
            </PageSection>
            <AskPerformers production={production} />
          </>
        ) : null}
      </div>
    </>
  );
}
