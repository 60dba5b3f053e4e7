import { Clapperboard } from "lucide-react";
import { type Column, NONE, TITLE } from "@/components/lists/data-list";
import { days } from "@/components/lists/filters";
import { listHref } from "@/components/lists/list-address";
import { ListView } from "@/components/lists/list-view";
import { StatusTabs } from "@/components/lists/status-tabs";
import { EXTENDED_SCENES_PATH, SCENES_PATH, sceneHref } from "@/components/shell/addresses";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { SceneRow, sceneList } from "@/lib/domain/scenes";
import { SCENE_STATUSES, type SceneStatus as Status } from "@/lib/domain/scenes/labels";
import { consentText } from "./performers";
import { SCENE_STATUS_WORDS, SceneStatus } from "./scene-status";

const COLUMNS: Column<SceneRow>[] = [
  TITLE,
  {
    header: "Uploader",
    cell: (row) => <span className="line-clamp-2 break-all md:min-w-24">{row.externalUserId}</span>,
  },
  { header: "Performers", cell: (row) => <span className="tabular-nums">{consentText(row)}</span> },
  { header: "Status", cell: (row) => <SceneStatus status={row.status} block={row.block} /> },
  {
    header: "Closes",
    cell: (row) => (row.status === "pending_signatures" ? <Time at={row.expiresAt} /> : NONE),
  },
  { header: "Created", align: "end", sorts: true, cell: (row) => <Time at={row.createdAt} /> },
];

const CLOSES = [
  { value: "1", label: "Within a day" },
  { value: "3", label: "Within 3 days" },
  { value: "7", label: "Within 7 days" },
];

/** `most`: where counting stops. */
type SceneListProps = Listed<typeof sceneList> & { counts: Record<Status, number>; most: number };

/** The partner's scenes, with tabs by status. */
export function SceneList({ counts, most, ...list }: SceneListProps) {
  const { cursor: _, status, closes, ...others } = list.address;
  // Only scenes that wait for signatures close.
  const current = closes ? "pending_signatures" : status;
  return (
    <ListView
      {...list}
      path={SCENES_PATH}
      caption="Scenes"
      columns={COLUMNS}
      rowHref={sceneHref}
      above={
        <StatusTabs
          label="Scenes by status"
          statuses={SCENE_STATUSES}
          words={SCENE_STATUS_WORDS}
          counts={counts}
          most={most}
          current={current}
          hrefOf={(one) => listHref(SCENES_PATH, { ...others, status: one })}
        />
      }
      kept={["status"]}
      search={{
        label: "Title, email, user id or scene id",
        placeholder: "Part of a title, or the start of the others",
      }}
      controls={{
        closes: (current === undefined || current === "pending_signatures") && {
          label: "Closes",
          options: CLOSES,
          allLabel: "Any time",
          className: "col-span-2 md:w-40",
        },
        ...days("Created"),
      }}
      tools={<TextLink href={EXTENDED_SCENES_PATH}>Scenes you extended</TextLink>}
      exportPath="/api/portal/scenes/export"
      empty={{
        icon: <Clapperboard />,
        title: "No scenes yet",
        children: "Scenes with several performers, created through the API, appear here right away.",
        actions: <ButtonLink href="/docs/collab-scenes">How to create a scene</ButtonLink>,
        noMatch: {
          title: "No matching scenes",
          children: "Search by part of a title, or the start of an email, your user id or a scene id.",
        },
      }}
    />
  );
}
