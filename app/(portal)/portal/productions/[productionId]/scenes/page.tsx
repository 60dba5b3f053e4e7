import { Clapperboard } from "lucide-react";
import type { Metadata } from "next";
import { findProduction, type PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { Empty } from "@/components/lists/empty";
import { ListFilters } from "@/components/lists/filters";
import { listHref, pagesOf } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { ScenePicker } from "@/components/productions/scene-picker";
import { addScenesHref, productionHref } from "@/components/shell/addresses";
import { PageHeader } from "@/components/ui/page-header";
import { addableSceneList } from "@/lib/domain/productions";
import { addSceneAction } from "../../actions";

export const metadata: Metadata = { title: "Add a scene" };

/** Adds one of the partner's own greenlit scenes to a production, with everyone in it. */
export default async function AddScenePage({ params, searchParams }: PageProps<"productionId">) {
  const ctx = await requirePortalUser("manage_records");
  const production = await findProduction((await params).productionId);
  const list = await addableSceneList.open(ctx, { ...(await searchParams), production: production.id });
  const { production: _, ...address } = list.address;
  const path = addScenesHref(production);
  return (
    <>
      <PageHeader
        title="Add a scene"
        back={{ href: productionHref(production), label: production.title }}
        description="Your greenlit scenes that this production doesn’t have yet."
      />
      <div className="flex flex-col gap-4">
        <ListFilters
          {...list}
          path={path}
          address={address}
          search={{ label: "Title", placeholder: "Part of a title" }}
        />
        <ScenePicker
          rows={list.rows}
          add={addSceneAction.bind(null, production.id)}
          empty={
            <Empty
              path={path}
              address={address}
              empty={{
                title: "No scenes to add",
                icon: <Clapperboard />,
                children: "Your greenlit scenes appear here.",
                noMatch: { title: "No matching scenes", children: "Search by part of a title." },
              }}
            />
          }
        />
        <Pager {...pagesOf(list, (cursor) => listHref(path, { ...address, cursor }))} />
      </div>
    </>
  );
}
