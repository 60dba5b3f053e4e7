import { type Column, DataList } from "@/components/lists/data-list";
import { listHref } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { addDepictionsHref, productionHref } from "@/components/shell/addresses";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import { counted, shortTitle } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { PageSection } from "@/components/ui/page-header";
import { RowButton } from "@/components/ui/row-button";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import type { DepictionOfProduction, LinkedProduction } from "@/lib/domain/productions";
import type { Page } from "@/lib/platform/keyset";
import { RecordState } from "./production";
import { SCENE_TITLE } from "./scene-picker";

type ProductionDepictionsProps = {
  production: Pick<LinkedProduction, "id" | "depictionCount">;
  depictions: Page<DepictionOfProduction>;
  mayAdd: boolean;
  /** Removes one; null for who may not. */
  remove: ((depictionId: string) => Promise<ActionResult>) | null;
};

/** The published files of a production. */
export function ProductionDepictions({ production, depictions, mayAdd, remove }: ProductionDepictionsProps) {
  const { rows, newer, older } = depictions;
  const at = (cursor: string) => listHref(productionHref(production), { cursor });
  return (
    <Section
      id="depictions"
      title={
        <>
          Depictions
          <span className="font-normal text-muted tabular-nums"> {production.depictionCount.toLocaleString("en")}</span>
        </>
      }
      actions={
        mayAdd ? (
          <ButtonLink size="sm" href={addDepictionsHref(production)}>
            Add depictions
          </ButtonLink>
        ) : null
      }
    >
      <DataList
        caption="Depictions, newest first"
        rows={rows}
        rowKey={({ id }) => id}
        empty={<p className="p-4 text-muted text-sm md:px-6">No depictions yet. Each published file or URL is one.</p>}
        columns={[
          ADDRESS,
          {
            header: "Produced",
            align: "end",
            cell: (row) => (
              <span className="flex flex-wrap items-center gap-3 md:justify-end">
                <Time at={row.producedOn} as="date" />
                {remove && row.isRemovable ? (
                  <RemoveDepiction depiction={row} action={remove.bind(null, row.id)} />
                ) : null}
              </span>
            ),
          },
        ]}
      />
      <Pager newer={newer && at(newer)} older={older && at(older)} name="Pages of depictions" />
    </Section>
  );
}

const ADDRESS: Column<DepictionOfProduction> = {
  header: "URL",
  primary: true,
  cell: ({ url, title }) => (
    <span className="flex flex-col gap-1">
      {title ? <span className="wrap-anywhere">{title}</span> : null}
      <TextLink href={url} external className="break-all font-normal text-sm">
        {url}
      </TextLink>
    </span>
  ),
};

type RemoveDepictionProps = { depiction: DepictionOfProduction; action: () => Promise<ActionResult> };

function RemoveDepiction({ depiction: { url, title }, action }: RemoveDepictionProps) {
  const name = shortTitle(title ?? url);
  return (
    <ConfirmAction
      trigger={<RowButton verb="Remove" about={name} />}
      title={`Remove “${name}”?`}
      confirmLabel="Remove depiction"
      dismissLabel="Keep depiction"
      action={action}
      success="Depiction removed."
    >
      <p>It leaves the production. Your content log keeps the record, so you can add it again.</p>
    </ConfirmAction>
  );
}

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
        empty={<p className="p-4 text-muted text-sm md:px-6">This production has none of your scenes.</p>}
        columns={[
          SCENE_TITLE,
          { header: "People", cell: ({ people }) => <span className="tabular-nums">{people}</span> },
          {
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

type Performer = LinkedProduction["performers"][number];

type ProductionPerformersProps = {
  performers: readonly Performer[];
  otherPerformers: number;
  /** Where a scene is added; null for who may not. */
  addHref: string | null;
};

/** Whom the partner named, with how far their records are in its own scenes, and how many others there are. */
export const ProductionPerformers = ({ performers, otherPerformers, addHref }: ProductionPerformersProps) => (
  <Section
    id="performers"
    title="Performers"
    actions={
      addHref ? (
        <ButtonLink size="sm" href={addHref}>
          Add a scene
        </ButtonLink>
      ) : null
    }
  >
    <DataList
      caption="Performers, in the order they were added"
      rows={performers}
      rowKey={({ email }) => email}
      empty={
        <p className="p-4 text-muted text-sm md:px-6">
          {otherPerformers > 0
            ? "You didn’t name any performers."
            : "No performers yet. They join through a scene or a verification job."}
        </p>
      }
      columns={[
        {
          header: "Email",
          primary: true,
          cell: ({ email }: Performer) => <span className="break-all">{email}</span>,
        },
        { header: "Status", cell: ({ state }: Performer) => <RecordState state={state} /> },
      ]}
    />
    {otherPerformers > 0 ? (
      <p className="text-muted text-sm">
        {counted(otherPerformers, "more performer")} from the producer or other platforms.
      </p>
    ) : null}
  </Section>
);
