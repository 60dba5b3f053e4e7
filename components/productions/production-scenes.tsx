import { type Column, DataList } from "@/components/lists/data-list";
import { sceneHref } from "@/components/scenes/scene-address";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import { counted, shortTitle } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { PageSection } from "@/components/ui/page-header";
import { RowButton } from "@/components/ui/row-button";
import { Time } from "@/components/ui/time";
import type { LinkedProduction } from "@/lib/domain/productions";

type Scene = LinkedProduction["scenes"][number];

type ProductionScenesProps = Pick<LinkedProduction, "scenes" | "otherScenes"> & {
  /** Takes a scene out; null for a role that only reads. */
  remove: ((sceneId: string) => Promise<ActionResult>) | null;
};

/** The partner's own scenes in a production, and how many others there are. */
export function ProductionScenes({ scenes, otherScenes, remove }: ProductionScenesProps) {
  if (scenes.length + otherScenes === 0) return null;
  return (
    <PageSection id="scenes" title="Your scenes">
      <DataList
        caption="Your scenes in this production"
        rows={scenes}
        rowKey={({ id }) => id}
        empty={<p className="p-4 text-muted text-sm md:px-6">None of your scenes is in this production.</p>}
        columns={[
          TITLE,
          { id: "people", header: "People", cell: ({ people }) => <span className="tabular-nums">{people}</span> },
          {
            id: "added",
            header: "Added",
            align: "end",
            cell: (row) => (
              <span className="flex flex-wrap items-center gap-3 md:justify-end">
                <Time at={row.addedAt} />
                {remove && row.isRemovable ? <RemoveScene scene={row} action={remove.bind(null, row.id)} /> : null}
              </span>
            ),
          },
        ]}
      />
      {otherScenes > 0 ? (
        <p className="text-muted text-sm">{counted(otherScenes, "more scene")} from the producer or other platforms.</p>
      ) : null}
    </PageSection>
  );
}

const TITLE: Column<Scene> = {
  id: "title",
  header: "Title",
  primary: true,
  cell: (row) => (
    <TextLink href={sceneHref(row)} className="wrap-anywhere line-clamp-2">
      {row.title}
    </TextLink>
  ),
};

function RemoveScene({ scene, action }: { scene: Scene; action: () => Promise<ActionResult> }) {
  const title = shortTitle(scene.title);
  return (
    <ConfirmAction
      trigger={<RowButton verb="Remove" about={title} />}
      title={`Remove “${title}”?`}
      confirmLabel="Remove scene"
      dismissLabel="Keep scene"
      action={action}
      success="Scene removed."
    >
      <p>
        {scene.people === 1 ? "1 person leaves" : `${scene.people} people leave`} the production, unless another scene
        has them. The scene and its releases stay in your list.
      </p>
    </ConfirmAction>
  );
}
