import { newVerificationFee, sceneFeeInsertion } from "@/lib/domain/billing";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Prisma } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makePartner } from "./factories";
import { addPerformers } from "./scenes";

type JobOptions = Partial<Prisma.VerificationJobUncheckedCreateInput> & {
  scene?: Partial<Prisma.CollabSceneUncheckedCreateInput>;
  /** One for each performer, in order. By default one performer, who was only invited. */
  performers?: readonly Partial<Prisma.ScenePerformerUncheckedCreateInput>[];
};

/** A verification job that waits for its performers, on the invoice of a partner (a new one by default). */
export async function makeVerificationJob(
  partner?: { id: string },
  { performers = [{}], scene: facts = {}, ...data }: JobOptions = {},
) {
  const { id: partnerId } = partner ?? (await makePartner());
  const [id, sceneId] = [newId(), newId()];
  const createdAt = data.createdAt ? new Date(data.createdAt) : clock.now();
  const { status, block, greenlitAt, blockedAt, cancelledAt, ...rest } = facts;
  return inTransaction(async (tx) => {
    await tx.collabScene.create({
      data: {
        id: sceneId,
        partnerId,
        isJob: true,
        title: "Behind the scenes",
        shootDate: createdAt,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + 14 * DAY_MS),
        ...rest,
      },
    });
    await addPerformers(tx, sceneId, performers);
    const fee = newVerificationFee({ sceneId, partnerId, billedTo: "platform_invoice", newPerformers: 0 });
    await tx.$executeRaw(sceneFeeInsertion(fee));
    const job = await tx.verificationJob.create({
      data: { id, partnerId, jobId: `job-${id}`, contentId: `post-${id}`, sceneId, createdAt, ...data },
    });
    const scene = await tx.collabScene.update({
      where: { id: sceneId },
      data: { status, block, announcedAt: createdAt, greenlitAt, blockedAt, cancelledAt },
      include: { performers: { orderBy: { position: "asc" } } },
    });
    return { ...job, scene };
  });
}
