import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { markReader } from "@/lib/domain/core/mark";
import { proofsFor } from "@/lib/domain/core/transparency";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { type Performer, peopleIn, performersOf } from "../checklist";
import { type ProductionView, readView, type SceneOfProduction } from "../view-production";

/** A production as a linked partner sees it. */
export type LinkedProduction = Omit<
  ProductionView,
  "producer" | "createdBy" | "partners" | "performers" | "scenes" | "checklist" | "failure"
> & {
  producer: { name: string };
  /** Whether this partner created it. */
  isOurs: boolean;
  /** When it was linked to this partner, and when this one recorded that it took it down. */
  linkedAt: Date | null;
  takenDownAt: Date | null;
  /** How many other partners are linked. Never which. */
  otherPlatforms: number;
  /** Those whom this partner named, as far as they are in its own scenes. */
  performers: Pick<Performer, "email" | "state">[];
  /** How many the producer and other partners named. Never who, or how far each is. */
  otherPerformers: number;
  /** How many of all performers have records that aren't complete. */
  missingCount: number;
  /** This partner's own. Those of its verification jobs have pages of their own. */
  scenes: Pick<SceneOfProduction, "id" | "title" | "people" | "addedAt" | "isRemovable">[];
  /** How many scenes of other partners are in it. */
  otherScenes: number;
  checklist: Pick<ProductionView["checklist"], "items" | "isComplete">;
};

/**
 * A production that is linked to the partner, without what only its producer may see: which other partners are linked, their
 * scenes, whose ids permit to extend them, the people in those, the producer's address, and why sealing failed. Throws `NotFound`.
 */
export async function viewLinkedProduction(ctx: Ctx<PortalUserActor>, productionId: string): Promise<LinkedProduction> {
  const { partnerId } = ctx.actor;
  const view = await readView(ctx, productionId);
  const performers = await performersOf(productionId, { partnerId });
  const { producer, createdBy, partners, performers: all, scenes, checklist, failure: _, ...shared } = view;
  const own = partners.find((one) => one.partnerId === partnerId);
  const ours = scenes.filter((scene) => scene.partnerId === partnerId);
  return {
    ...shared,
    producer: { name: producer.name },
    isOurs: createdBy?.partnerId === partnerId,
    linkedAt: own?.linkedAt ?? null,
    takenDownAt: own?.takenDownAt ?? null,
    otherPlatforms: partners.filter((one) => one.partnerId !== partnerId).length,
    performers: performers.map(({ email, state }) => ({ email, state })),
    otherPerformers: all.length - performers.length,
    missingCount: checklist.waitingFor.length,
    scenes: ours
      .filter(({ isJob }) => !isJob)
      .map(({ id, title, people, addedAt, isRemovable }) => ({ id, title, people, addedAt, isRemovable })),
    otherScenes: scenes.length - ours.length,
    checklist: { items: checklist.items, isComplete: checklist.isComplete },
  };
}

// Each change of title, day, scenes and depictions counts up the revision.
const SHOWN = `
  SELECT p.status, p.revision, link.taken_down_at,
    (SELECT count(*)::int FROM production_partners l WHERE l.production_id = p.id) AS partners,
    (SELECT json_agg(json_build_array(email, state) ORDER BY email) FROM (${peopleIn("p.id", "link.partner_id")}) people)
      AS performers,
    (SELECT json_build_array(count(*), count(*) FILTER (WHERE state <> 'id_verified')) FROM (${peopleIn("p.id")}) people)
      AS counts,
    (SELECT json_agg(json_build_array(c.id, c.status) ORDER BY c.id) FROM certificates c
     WHERE c.production_id = p.id) AS certificates,
    (SELECT json_agg(json_build_array(k.id, k.sealed_at, k.failure) ORDER BY k.id) FROM sealed_packages k
     WHERE k.production_id = p.id) AS packages
  FROM productions p JOIN production_partners link ON link.production_id = p.id
  WHERE p.id = $1 AND link.partner_id = $2`;

/**
 * The mark of a linked production's page: a signature, a seal, a certificate, or a change by its producer. Of other partners' people,
 * it covers only how many they are, because a hash would confirm a guess.
 */
export const readProductionMark = markReader("production_mark", SHOWN);

/** Proofs of a production's history, for a partner that is linked to it. Contract: Proofs of history. */
export const productionProofs = proofsFor(async ({ actor: { partnerId } }, productionId) => {
  const isLinked = isId(productionId) && (await db.productionPartner.count({ where: { productionId, partnerId } })) > 0;
  if (!isLinked) throw new NotFound();
  return { audience: "linked", about: [{ kind: "production", ids: [productionId] }] };
});
