import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import type { Performer } from "../checklist";
import { type ProductionView, type SceneOfProduction, viewProduction } from "../view-production";

/** A production as a linked partner sees it. */
export type LinkedProduction = Omit<
  ProductionView,
  "producer" | "createdBy" | "partners" | "performers" | "scenes" | "checklist" | "failure"
> & {
  producer: { name: string; email: string };
  /** Whether this partner created it. */
  isOurs: boolean;
  /** When it was linked to this partner, and when this one recorded that it took it down. */
  linkedAt: Date | null;
  takenDownAt: Date | null;
  /** How many other partners are linked. Never which. */
  otherPlatforms: number;
  performers: Pick<Performer, "email" | "state">[];
  /** This partner's own. Those of its verification jobs have pages of their own. */
  scenes: Pick<SceneOfProduction, "id" | "title" | "people" | "addedAt" | "isRemovable">[];
  /** How many scenes of other partners are in it. */
  otherScenes: number;
  checklist: Pick<ProductionView["checklist"], "items" | "isComplete">;
};

/**
 * A production that is linked to the partner, without what only its producer may see: which other partners are linked, their
 * scenes, whose ids permit to extend them, and why sealing failed. Throws `NotFound`.
 */
export async function viewLinkedProduction(ctx: Ctx<PortalUserActor>, productionId: string): Promise<LinkedProduction> {
  const { partnerId } = ctx.actor;
  const view = await viewProduction(ctx, productionId);
  const { producer, createdBy, partners, performers, scenes, checklist, failure: _, ...shared } = view;
  const own = partners.find((one) => one.partnerId === partnerId);
  const ours = scenes.filter((scene) => scene.partnerId === partnerId);
  return {
    ...shared,
    producer: { name: producer.name, email: producer.email },
    isOurs: createdBy?.partnerId === partnerId,
    linkedAt: own?.linkedAt ?? null,
    takenDownAt: own?.takenDownAt ?? null,
    otherPlatforms: partners.filter((one) => one.partnerId !== partnerId).length,
    performers: performers.map(({ email, state }) => ({ email, state })),
    scenes: ours
      .filter(({ isJob }) => !isJob)
      .map(({ id, title, people, addedAt, isRemovable }) => ({ id, title, people, addedAt, isRemovable })),
    otherScenes: scenes.length - ours.length,
    checklist: { items: checklist.items, isComplete: checklist.isComplete },
  };
}
