import type { Ctx, SystemActor } from "@/lib/domain/context";

/** What the page sends: the day if the partner didn't name it, and the hash of the statement that it showed. */
type Click = { sessionId: string; shootDate: string | null; shown: string };

/**
 * The creator attests to content with one face. A completed session stays as it is: `completed` is false then.
 * Throws `NotFound`, `InvalidField` `shootDate`, and `Conflict`: `session_expired`, `partner_inactive`, `uploader_not_active`,
 * `statement_changed`.
 */
export async function completeSolo(_ctx: Ctx<SystemActor>, _click: Click): Promise<{ completed: boolean }> {
  throw new Error("not built yet");
}

/**
 * The creator names the other performers and attests. Creates the scene, charges it and invites them. A completed session stays
 * as it is: `completed` is false then. Throws as `completeSolo` does, `InvalidField` `performers` or `performers.0`, and
 * `Conflict` `collab_unavailable`.
 */
export async function completeCollab(
  _ctx: Ctx<SystemActor>,
  _click: Click & { performers: readonly string[] },
): Promise<{ completed: boolean }> {
  throw new Error("not built yet");
}
