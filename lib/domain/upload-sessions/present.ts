import { clock } from "@/lib/platform/clock";
import { sessionStatus, type UploadPath } from "./labels";
import type { UploadSession } from "./schemas";

type Session = {
  id: string;
  path: UploadPath;
  contentId: string;
  createdAt: Date;
  expiresAt: Date;
  completedAt: Date | null;
};

/** A session as the API shows it. */
export const presentSession = (session: Session, attestationUrl: string): UploadSession => ({
  sessionId: session.id,
  status: sessionStatus(session, clock.now()),
  path: session.path,
  attestationUrl,
  contentId: session.contentId,
  expiresAt: session.expiresAt.toISOString(),
  createdAt: session.createdAt.toISOString(),
});
