import { presentAttestation } from "@/lib/domain/acts";
import { db } from "@/lib/platform/db";
import { answersNow } from "../consents";

/** The release whose distribution a removal request withdraws; null for any other request. The caller has checked who asks. */
export async function releaseWithdrawnBy(requestId: string) {
  const performer = await db.scenePerformer.findUnique({
    where: { withdrawalId: requestId },
    include: {
      release: true,
      copy: { select: { createdAt: true } },
      scene: { select: { id: true, title: true, status: true, needs: true, partner: { select: { name: true } } } },
    },
  });
  if (!performer?.release || !performer.withdrawnAt) return null;
  const { id: performerId, withdrawnAt, given, release, copy, scene } = performer;
  return {
    performerId,
    withdrawnAt,
    release: presentAttestation(release),
    answers: answersNow({ given, needs: scene.needs, withdrawnAt }) ?? [],
    hasCopy: copy !== null,
    scene: { id: scene.id, title: scene.title, status: scene.status, partnerName: scene.partner.name },
  };
}

export type WithdrawnRelease = NonNullable<Awaited<ReturnType<typeof releaseWithdrawnBy>>>;
