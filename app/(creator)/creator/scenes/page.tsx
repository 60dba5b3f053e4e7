import { Clapperboard } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { requireCreator } from "@/app/session";
import { SceneCard, UploadedList } from "@/components/creators/own/scene-cards";
import { listHref, pagesOf, readListAddress, type SearchParams } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { EmptyState } from "@/components/ui/callout";
import { PageHeader, TabNav } from "@/components/ui/page-header";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { OWN_SCENE_VIEWS, type OwnSceneView, ownSceneList, sumOwnScenes, uploadedSceneList } from "@/lib/domain/scenes";
import { openConsentAction } from "../actions";

export const metadata: Metadata = { title: "Scenes" };

const PATH = "/creator/scenes";
const VIEWS = [...OWN_SCENE_VIEWS, "uploaded"] as const;
type View = (typeof VIEWS)[number];

const LABELS: Record<View, string> = {
  waiting: "To sign",
  signed: "Signed",
  unsigned: "Not signed",
  uploaded: "Your scenes",
};

const EMPTY: Record<View, { title: string; text: string }> = {
  waiting: { title: "Nothing to sign", text: "When a scene names you, we email you a link and show it here." },
  signed: { title: "No signed scenes", text: "Releases that you sign appear here, each with your copy." },
  unsigned: {
    title: "No refused scenes",
    text: "Scenes that you refused, or that closed before you signed, appear here.",
  },
  uploaded: { title: "No scenes yet", text: "Scenes that a linked platform creates for your uploads appear here." },
};

/** The default view, "waiting", is left out of the URL. */
const at = (view: View, cursor?: string) => listHref(PATH, { view: view === "waiting" ? null : view, cursor });

type Props = { searchParams: SearchParams };

/** Every scene that names the person as a performer, with their decision, and the scenes that they upload. */
export default async function ScenesPage({ searchParams }: Props) {
  const ctx = await requireCreator();
  const { view: asked, cursor } = readListAddress(await searchParams, ["view", "cursor"]);
  const view = VIEWS.find((candidate) => candidate === asked) ?? "waiting";
  const [{ list, newer, older, count }, { waiting }] = await Promise.all([
    view === "uploaded" ? uploaded(ctx, cursor) : performed(ctx, view, cursor),
    sumOwnScenes(ctx),
  ]);
  // Signing can move the last scene of this page to another list.
  if (cursor && count === 0) redirect(at(view));
  return (
    <>
      <PageHeader
        title="Scenes"
        description="Scenes that name you, and your copy of everything you signed. Each platform publishes a scene only after all its performers sign."
      />
      <div className="flex flex-col gap-4">
        <TabNav
          label="Scenes"
          current={at(view)}
          items={VIEWS.map((name) => ({
            href: at(name),
            label: LABELS[name],
            ...(name === "waiting" && waiting > 0 && { count: waiting }),
          }))}
        />
        {list}
        <Pager
          {...pagesOf({ newer, older }, (cursor) => at(view, cursor))}
          {...(view === "waiting" && { first: "oldest" })}
        />
      </div>
    </>
  );
}

async function performed(ctx: Ctx<PersonActor>, view: OwnSceneView, cursor: string | undefined) {
  const { rows, ...page } = await ownSceneList.read(ctx, { view, cursor });
  const cards = rows.map((scene) => (
    <SceneCard key={scene.id} scene={scene} open={openConsentAction.bind(null, scene.id)} />
  ));
  return { ...page, count: rows.length, list: rows.length > 0 ? cards : <Nothing view={view} /> };
}

async function uploaded(ctx: Ctx<PersonActor>, cursor: string | undefined) {
  const { rows, ...page } = await uploadedSceneList.read(ctx, { cursor });
  return { ...page, count: rows.length, list: <UploadedList rows={rows} empty={<Nothing view="uploaded" />} /> };
}

const Nothing = ({ view }: { view: View }) => (
  <EmptyState title={EMPTY[view].title} icon={<Clapperboard aria-hidden />}>
    {EMPTY[view].text}
  </EmptyState>
);
