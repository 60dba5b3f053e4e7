import { StatusBadge, type Tone } from "@/components/ui/badge";
import type { SceneStatus as Status } from "@/lib/domain/scenes/labels";

export const SCENE_STATUS_WORDS: Record<Status, string> = {
  pending_signatures: "Pending signatures",
  greenlit: "Greenlit",
  blocked: "Blocked",
  cancelled: "Canceled",
};

const TONES: Record<Status, Tone> = {
  pending_signatures: "waiting",
  greenlit: "done",
  blocked: "harm",
  cancelled: "neutral",
};

/** Why a scene is blocked, as text after the status. */
const BLOCKS = { refused: "a performer refused", expired: "not signed in time" } as const;

type SceneStatusProps = {
  status: Status;
  /** Omitted if the reader must not learn it. */
  block?: keyof typeof BLOCKS | null;
  /** Whether it waits for the reader. */
  waitsOnReader?: boolean;
};

/** A scene's status, with the reason while blocked. The API's value is in the tooltip. */
export function SceneStatus({ status, block, waitsOnReader = false }: SceneStatusProps) {
  const tone = status === "pending_signatures" && !waitsOnReader ? "neutral" : TONES[status];
  return (
    <span className="inline-flex flex-wrap items-center gap-2" title={status}>
      <StatusBadge tone={tone} ended={status === "cancelled"}>
        {SCENE_STATUS_WORDS[status]}
      </StatusBadge>
      {block ? <span className="text-muted">{BLOCKS[block]}</span> : null}
    </span>
  );
}
