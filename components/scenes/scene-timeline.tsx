import { Acts } from "@/components/ui/event-timeline";
import type { SceneEvent } from "@/lib/domain/scenes";
import { ELSEWHERE_SHOWN, quotedReason } from "@/lib/domain/scenes/labels";

type SceneTimelineProps = { entries: readonly SceneEvent[]; eventsHref: string | null };

/** A scene's history, limited to what the partner may know. */
export const SceneTimeline = (props: SceneTimelineProps) => (
  <Acts
    {...props}
    description={isCut(props.entries) ? CUT : undefined}
    verbOf={({ what }) => DID[what]}
    moreOf={moreOf}
  />
);

const CUT = `Newest first, with the latest ${ELSEWHERE_SHOWN} publications and removals by other platforms.`;

const isCut = (entries: readonly SceneEvent[]): boolean =>
  entries.filter(({ what }) => what === "published_elsewhere").length >= ELSEWHERE_SHOWN;

function moreOf(entry: SceneEvent): string | null {
  if ("publicationId" in entry) return " by another platform";
  if ("reason" in entry) return `: ${quotedReason(entry.reason)}`;
  return entry.what === "expired" ? ": signatures missing after 14 days" : null;
}

const DID: Record<SceneEvent["what"], string> = {
  created: "Created",
  cancelled: "Canceled",
  greenlit: "Greenlit",
  expired: "Blocked",
  invited_again: "Invitation resent",
  consented: "consented",
  refused: "refused",
  published_elsewhere: "Published",
  removed_elsewhere: "Removed",
};
