import type { SoloStatus } from "@/lib/domain/accounts/schemas";
import type { UploadPath } from "./labels";

/** Why a creator can't attest in a session that is still open. Each can go away again. The page puts it in words. */
export type Obstacle = "partner_inactive" | "uploader_not_active" | "collab_unavailable";

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
