import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { type Column, DataList } from "@/components/lists/data-list";
import { sceneHref } from "@/components/shell/addresses";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import { counted, shortTitle } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { RowButton } from "@/components/ui/row-button";
import { Time } from "@/components/ui/time";
import type { AddableScene } from "@/lib/domain/productions";

/** The column of a scene's title, which links to its page. */
export const SCENE_TITLE: Column<{ id: string; title: string }> = {
  header: "Title",
  primary: true,
  cell: (row) => (
    <TextLink href={sceneHref(row)} className="wrap-anywhere line-clamp-2">
      {row.title}
    </TextLink>
  ),
};

const COLUMNS: Column<AddableScene>[] = [
  SCENE_TITLE,
  {
    header: "Performers",
    cell: (row) => <span className="tabular-nums">{row.performerCount}</span>,
  },
  {
    header: "Greenlit",
    cell: ({ greenlitAt }) => (greenlitAt ? <Time at={greenlitAt} as="date" /> : "–"),
  },
];

type ScenePickerProps = {
  rows: readonly AddableScene[];
  add: (sceneId: string) => Promise<ActionResult>;
  empty: ReactNode;
};

/** The partner's greenlit scenes, to add to a production. */
export const ScenePicker = ({ rows, add, empty }: ScenePickerProps) => (
  <DataList
    caption="Your greenlit scenes, newest first"
    rows={rows}
    rowKey={({ id }) => id}
    columns={[
      ...COLUMNS,
      {
        header: "Add",
        align: "end",
        cell: (row) => <AddScene scene={row} action={add.bind(null, row.id)} />,
      },
    ]}
    empty={empty}
  />
);

function AddScene({ scene, action }: { scene: AddableScene; action: () => Promise<ActionResult> }) {
  const title = shortTitle(scene.title);
  return (
    <ConfirmAction
      trigger={<RowButton verb="Add" about={title} icon={<Plus aria-hidden />} />}
      title={`Add “${title}”?`}
      confirmLabel="Add scene"
      tone="neutral"
      action={action}
      success="Scene added."
    >
      <AddConsequences performers={scene.performerCount} />
    </ConfirmAction>
  );
}

/** What adding a scene with so many performers does. */
export const AddConsequences = ({ performers }: { performers: number }) => (
  <ul className="flex list-disc flex-col gap-2 pl-5">
    <li>{counted(performers, "performer")} and the uploader join the production with their signed releases.</li>
    <li>
      The producer sees their email addresses and status, never names or IDs. Other platforms see only how many they
      are.
    </li>
    <li>The scene stays in your list. It can be removed from the production until the records are sealed.</li>
  </ul>
);
