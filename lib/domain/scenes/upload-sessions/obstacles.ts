import { type UploaderFacts, uploaderObstacle } from "@/lib/domain/scenes";
import type { UploadPath } from "./labels";

/** Why a creator can't attest in a session that is still open. Each is temporary. The page has the words. */
export type Obstacle = "partner_inactive" | "uploader_not_active" | "collab_unavailable";

type Facts = {
  path: UploadPath;
  account: Omit<UploaderFacts, "collabScenes">;
  partner: Pick<UploaderFacts, "collabScenes"> & { status: "active" | "inactive" };
};

/** The first obstacle of a session; null if the creator may attest. Checked when the page opens and again at the click. */
export function obstacleOf({ path, account, partner }: Facts): Obstacle | null {
  if (partner.status !== "active") return "partner_inactive";
  return uploaderObstacle({ ...account, collabScenes: partner.collabScenes }, { isCollab: path === "collab" });
}
