import { Clapperboard } from "lucide-react";
import { FilterSelect } from "@/components/lists/filters";
import { DayFilters, ListFilters } from "@/components/lists/list-filters";
import { StatusTabs } from "@/components/lists/status-tabs";
import { EmptyState, NoMatches } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { SCENE_STATUSES, type SceneStatus } from "@/lib/domain/scenes/labels";
import type { ScenePageQuery } from "@/lib/domain/scenes/portal/schemas";
import { SCENES_PATH, scenesHref } from "./scene-address";
import { SCENE_STATUS_WORDS } from "./scene-status";

const CLOSES = [
  { value: "1", label: "Within a day" },
  { value: "3", label: "Within 3 days" },
  { value: "7", label: "Within 7 days" },
];

type SceneFilterBarProps = {
  address: ScenePageQuery;
  counts: Record<SceneStatus, number>;
  /** Where counting stops. */
  most: number;
  /** Filters in the URL that couldn't be read. */
  unread: readonly string[];
};

/** Tabs by status, and the filters of the scene list. They live in the URL, so a view can be shared. */
export function SceneFilterBar({ address, counts, most, unread }: SceneFilterBarProps) {
  const { cursor: _, status, closes, ...others } = address;
  // Only scenes that wait for signatures close.
  const current = closes ? "pending_signatures" : status;
  return (
    <>
      <StatusTabs
        label="Scenes by status"
        statuses={SCENE_STATUSES}
        words={SCENE_STATUS_WORDS}
        counts={counts}
        most={most}
        current={current}
        hrefOf={(one) => scenesHref({ ...others, status: one })}
      />
      <ListFilters
        path={SCENES_PATH}
        address={address}
        kept={{ status }}
        unread={unread}
        search={{
          label: "Title, email, user id or scene id",
          placeholder: "Part of a title, or the start of the others",
        }}
      >
        {current === undefined || current === "pending_signatures" ? (
          <FilterSelect
            param="closes"
            listed={closes}
            label="Closes"
            options={CLOSES}
            allLabel="Any time"
            className="col-span-2 md:w-40"
          />
        ) : null}
        <DayFilters what="Created" from={address.from} to={address.to} />
      </ListFilters>
    </>
  );
}

export function NoScenes({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <NoMatches title="No matching scenes" icon={<Clapperboard />} clearHref={SCENES_PATH}>
        Search by part of a title, or the start of an email, your user id or a scene id.
      </NoMatches>
    );
  }
  return (
    <EmptyState
      title="No scenes yet"
      icon={<Clapperboard />}
      actions={<ButtonLink href="/docs/collab-scenes">How to create a scene</ButtonLink>}
    >
      Scenes with several performers, created through the API, appear here right away.
    </EmptyState>
  );
}
