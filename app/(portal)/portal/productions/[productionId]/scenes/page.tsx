import { Clapperboard } from "lucide-react";
import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/page-props";
import { requirePortalUser } from "@/app/session";
import { ListFilters } from "@/components/lists/filters";
import { listHref, readListAddress } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { addScenesHref, productionHref } from "@/components/productions/production-address";
import { ScenePicker } from "@/components/productions/scene-picker";
import { EmptyState, NoMatches } from "@/components/ui/callout";
import { PageHeader } from "@/components/ui/page-header";
import { listAddableScenes } from "@/lib/domain/productions";
import { addSceneAction } from "../../actions";
import { findProduction } from "../find-production";

export const metadata: Metadata = { title: "Add a scene" };

/** Adds one of the partner's own greenlit scenes to a production, with everyone in it. */
export default async function AddScenePage({ params, searchParams }: PageProps<"productionId">) {
  const ctx = await requirePortalUser("manage_records");
  const production = await findProduction((await params).productionId);
  const { q, cursor } = readListAddress(await searchParams, ["q", "cursor"]);
  const { rows, newer, older } = await listAddableScenes(ctx, { productionId: production.id, search: q, cursor });
  const path = addScenesHref(production);
  const at = (place: string) => listHref(path, { q, cursor: place });
  return (
    <>
      <PageHeader
        title="Add a scene"
        back={{ href: productionHref(production), label: production.title }}
        description="Your greenlit scenes that this production doesn’t have yet."
      />
      <div className="flex flex-col gap-4">
        <ListFilters path={path} address={{ q }} search={{ label: "Title", placeholder: "Part of a title" }} />
        <ScenePicker
          rows={rows}
          add={addSceneAction.bind(null, production.id)}
          empty={
            q ? (
              <NoMatches title="No matching scenes" icon={<Clapperboard />} clearHref={path}>
                Search by part of a title.
              </NoMatches>
            ) : (
              <EmptyState title="No scenes to add" icon={<Clapperboard />}>
                Your greenlit scenes appear here.
              </EmptyState>
            )
          }
        />
        <Pager newer={newer && at(newer)} older={older && at(older)} />
      </div>
    </>
  );
}
