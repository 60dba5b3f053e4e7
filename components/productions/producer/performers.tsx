import { Confirm } from "@/components/creators/own/confirm";
import { type Column, DataList } from "@/components/lists/data-list";
import { RecordState } from "@/components/productions/production";
import { ActionForm } from "@/components/ui/action-form";
import { EmptyState } from "@/components/ui/callout";
import { Card, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { counted, shortTitle } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { AddableScene, Performer, ProductionView } from "@/lib/domain/productions";
import { type Action, RowAction } from "./row-action";

type SceneOfProduction = ProductionView["scenes"][number];

const PERFORMER_COLUMNS: Column<Performer>[] = [
  {
    header: "Email",
    primary: true,
    cell: ({ email }) => <span className="break-all md:inline-block md:min-w-52">{email}</span>,
  },
  { header: "Records", cell: ({ state }) => <RecordState state={state} /> },
  {
    header: "Scenes",
    align: "end",
    cell: ({ sceneIds }) => <span className="tabular-nums">{sceneIds.length}</span>,
  },
];

/** Everyone in a production, by address. */
export const PerformerList = ({ performers }: { performers: readonly Performer[] }) => (
  <DataList
    caption="Performers, in the order they were added"
    rows={performers}
    rowKey={({ email }) => email}
    columns={PERFORMER_COLUMNS}
    empty={<EmptyState title="No performers">Add a scene below. It brings everyone in it.</EmptyState>}
  />
);

type SceneListProps = {
  scenes: readonly SceneOfProduction[];
  /** Takes a scene out; null while nothing can change. */
  remove: ((sceneId: string) => Action) | null;
};

/** The scenes that brought the performers. */
export const SceneList = ({ scenes, remove }: SceneListProps) => (
  <Card as="div">
    <ul className="divide-y divide-line">
      {scenes.map((scene) => (
        <li key={scene.id} className="flex flex-col gap-2 p-4 text-sm md:px-6">
          <p className="wrap-anywhere font-medium">{scene.title}</p>
          <p className="wrap-anywhere text-muted">
            {counted(scene.people, "person", "people")}, {scene.isJob ? "verification job of" : "on"} {scene.platform},
            added <Time at={scene.addedAt} />
          </p>
          {remove && scene.isRemovable ? <RemoveScene scene={scene} action={remove(scene.id)} /> : null}
        </li>
      ))}
    </ul>
  </Card>
);

const RemoveScene = ({ scene: { title, people, isJob }, action }: { scene: SceneOfProduction; action: Action }) => (
  <Confirm label="Remove…" about={title}>
    <p className="max-w-prose text-muted">
      {people === 1 ? "1 person leaves" : `${people} people leave`} this production, unless another of its scenes has
      them.{" "}
      {isJob
        ? "The verification job continues. You can add its scene again unless the job is canceled, refused or expires."
        : "Their releases and IDs stay on record. You can add the scene again."}
    </p>
    <ActionForm action={action} variant="danger" size="sm" label={`Remove “${shortTitle(title)}”`} />
  </Confirm>
);

const ADDABLE_COLUMNS: Column<AddableScene>[] = [
  {
    header: "Scene",
    primary: true,
    cell: ({ title }) => <span className="wrap-anywhere block font-medium md:min-w-48">{title}</span>,
  },
  { header: "Platform", cell: ({ platform }) => <span className="wrap-anywhere">{platform}</span> },
  {
    header: "People",
    cell: ({ isJob, performerCount }) => (
      <span className="whitespace-nowrap">
        {isJob ? counted(performerCount, "performer") : `you and ${counted(performerCount, "other")}`}
      </span>
    ),
  },
  {
    header: "Greenlit",
    cell: ({ greenlitAt }) =>
      greenlitAt ? <Time at={greenlitAt} as="date" /> : <span className="text-muted">Waiting for performers</span>,
  },
];

type AddableScenesProps = { rows: readonly AddableScene[]; add: (sceneId: string) => Action };

/** The scenes that the producer can add: their own greenlit ones, and those of verification jobs that they removed. */
export const AddableScenes = ({ rows, add }: AddableScenesProps) => (
  <DataList
    caption="Scenes that you can add, newest first"
    rows={rows}
    rowKey={({ id }) => id}
    columns={[
      ...ADDABLE_COLUMNS,
      {
        header: "Action",
        align: "end",
        cell: (scene) => <RowAction action={add(scene.id)} verb="Add" about={scene.title} />,
      },
    ]}
    empty={
      <EmptyState title="No scenes to add">
        A scene that you uploaded appears here once every performer has signed and has a verified ID.
      </EmptyState>
    }
  />
);

/** How performers without a scene are asked. A platform asks, because it pays. */
export const AskPerformers = ({ production: { id, partners } }: { production: ProductionView }) => (
  <SectionCard
    id="ask"
    title="Ask new performers"
    description="A linked platform does that, and pays the fees: it starts a verification job for this production. We email the performers a link to sign and show their ID, and list them here."
    body="flex flex-col gap-2 text-sm"
  >
    {partners.length > 0 ? (
      <p className="wrap-anywhere">
        Send {partners.map(({ name }) => name).join(" or ")} the performers’ addresses and this production id:
      </p>
    ) : (
      <p>Link a platform first. Then send it the performers’ addresses and this production id:</p>
    )}
    <CopyId value={id} label="production id" />
  </SectionCard>
);
