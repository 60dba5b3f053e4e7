import { SceneStatus } from "@/components/scenes/scene-status";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import type { SceneStatus as StatusOfScene } from "@/lib/domain/scenes/labels";
import type { UploadPath, UploadSessionStatus } from "@/lib/domain/scenes/upload-sessions/labels";

export const SESSION_STATUS_WORDS: Record<UploadSessionStatus, string> = {
  pending: "Pending",
  completed: "Completed",
  expired: "Expired",
};

const TONES: Record<UploadSessionStatus, Tone> = { pending: "accent", completed: "done", expired: "neutral" };

type SessionStatusProps = {
  status: UploadSessionStatus;
  /** The status of the scene that the attestation created. */
  scene?: StatusOfScene | null | undefined;
};

/** An upload session's status, by the API's value. With a scene, the scene's, which decides whether the partner may publish. */
export const SessionStatus = ({ status, scene }: SessionStatusProps) =>
  scene ? (
    <span className="inline-flex flex-wrap items-center gap-2">
      <span className="whitespace-nowrap text-muted text-sm">{SESSION_STATUS_WORDS[status]}, scene</span>
      <SceneStatus status={scene} />
    </span>
  ) : (
    <StatusBadge tone={TONES[status]} ended={status === "expired"}>
      {SESSION_STATUS_WORDS[status]}
    </StatusBadge>
  );

export const PATH_WORDS: Record<UploadPath, string> = { solo: "Solo", collab: "Collab" };
