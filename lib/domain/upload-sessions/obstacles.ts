import type { SoloStatus } from "@/lib/domain/accounts/schemas";
import type { UploadPath } from "./labels";

/** Why a creator can't attest in a session that is still open. Each can go away again. */
export type Obstacle = "partner_inactive" | "uploader_not_active" | "collab_unavailable";

/** Each obstacle in a sentence to the creator. */
export const OBSTACLES: Record<Obstacle, string> = {
  partner_inactive: "This platform’s account with us is inactive. Ask the platform.",
  uploader_not_active: "Your account for this platform isn’t active, so you can’t attest now.",
  collab_unavailable: "This platform doesn’t offer scenes with several people. Ask the platform.",
};

type Facts = {
  path: UploadPath;
  account: { status: SoloStatus; userId: string | null; fundedBy: "creator" | "platform" };
  partner: { status: "active" | "inactive"; collabScenes: boolean };
};

/** The first obstacle of a session; null if the creator may attest. Checked when the page opens and again at the click. */
export function obstacleOf({ path, account, partner }: Facts): Obstacle | null {
  if (partner.status !== "active") return "partner_inactive";
  if (account.status !== "active" || account.userId === null) return "uploader_not_active";
  if (path === "collab" && account.fundedBy === "platform" && !partner.collabScenes) return "collab_unavailable";
  return null;
}
