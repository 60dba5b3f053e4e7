import { z } from "zod";
import { JOB_VERIFIED_TASK } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { defineTask } from "@/lib/platform/jobs";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { checklistOf, performersOf, sumDepictions } from "./checklist";
import { performersVerifiedMail } from "./mails";

/**
 * Mail the producer of a verification job's production once its last performer is verified. Nothing while another performer is
 * missing, and nothing for a production that is closed or sealed with them.
 */
async function tellVerified(sceneId: string): Promise<void> {
  const scene = await db.collabScene.findUnique({
    where: { id: sceneId },
    select: { greenlitAt: true, productionPerformers: { select: { productionId: true }, distinct: ["productionId"] } },
  });
  if (!scene?.greenlitAt) return;
  const { greenlitAt } = scene;
  for (const { productionId } of scene.productionPerformers) {
    await inTransaction((tx) => tellOf(tx, productionId, greenlitAt));
  }
}

async function tellOf(tx: Tx, productionId: string, greenlitAt: Date): Promise<void> {
  const performers = await performersOf(productionId, { tx });
  if (performers.some(({ state }) => state !== "id_verified")) return;
  const sealed = await tx.sealedPackage.findFirst({
    where: { productionId, failure: null },
    orderBy: { id: "desc" },
    select: { revision: true },
  });
  // If another job ends at the same time, one event covers both.
  const { count } = await tx.production.updateMany({
    where: {
      id: productionId,
      status: { in: ["pending_documentation", "documented"] },
      ...(sealed && { revision: { gt: sealed.revision } }),
      OR: [{ verifiedToldAt: null }, { verifiedToldAt: { lt: greenlitAt } }],
    },
    // The clock of the machine that greenlit the scene may be ahead of ours.
    data: { verifiedToldAt: new Date(Math.max(clock.now().getTime(), greenlitAt.getTime())) },
  });
  if (count === 0) return;
  const { title, productionDate, producer } = await tx.production.findUniqueOrThrow({
    where: { id: productionId },
    select: {
      title: true,
      productionDate: true,
      producer: { select: { name: true, user: { select: { email: true } } } },
    },
  });
  const depictions = await sumDepictions(productionId, tx);
  const { isComplete } = checklistOf({ productionDate, producerName: producer.name, performers, depictions });
  const url = `${env().baseUrl}/producer/productions/${productionId}`;
  const props = { url, title, isComplete };
  await sendMail(tx, { to: producer.user.email, template: performersVerifiedMail, props });
}

export const tellVerifiedTask = defineTask(JOB_VERIFIED_TASK, z.object({ sceneId: z.string() }), ({ sceneId }) =>
  tellVerified(sceneId),
);
