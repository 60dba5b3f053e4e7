import type { Ctx, PartnerKeyActor, PortalUserActor } from "@/lib/domain/context";
import { Forbidden } from "@/lib/platform/errors";

/** A partner acting on its own creators: its program, or a person in the portal. */
export type PartnerCtx = Ctx<PartnerKeyActor | PortalUserActor>;

/** In the portal only owners and admins take creators out of custody or back. Throws `Forbidden`. */
export function requireRosterRights({ actor }: PartnerCtx): void {
  if (actor.kind === "portal_user" && actor.role !== "owner" && actor.role !== "admin") {
    throw new Forbidden("Only owners and admins can do this");
  }
}
