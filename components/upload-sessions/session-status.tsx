import { StatusBadge, type Tone } from "@/components/ui/badge";
import type { UploadPath, UploadSessionStatus } from "@/lib/domain/upload-sessions/labels";

/** What each status of an upload session is called on pages. */
export const SESSION_STATUS_WORDS: Record<UploadSessionStatus, string> = {
  pending: "Pending",
  completed: "Completed",
  expired: "Expired",
};

const TONES: Record<UploadSessionStatus, Tone> = { pending: "accent", completed: "done", expired: "neutral" };

/** An upload session's status, by the API's value. */
export const SessionStatus = ({ status }: { status: UploadSessionStatus }) => (
  <StatusBadge tone={TONES[status]} ended={status === "expired"}>
    {SESSION_STATUS_WORDS[status]}
  </StatusBadge>
);

/** What each path is called on pages. */
export const PATH_WORDS: Record<UploadPath, string> = { solo: "Solo", collab: "Collab" };
