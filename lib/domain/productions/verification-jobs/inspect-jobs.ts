import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { inspectScene } from "@/lib/domain/scenes";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { newestAfter } from "@/lib/platform/keyset";
import { type JobStatus, jobStatus, SCENE_STATUS_OF } from "./labels";

type Query = {
  partnerId?: string | undefined;
  status?: JobStatus | undefined;
  after?: string | undefined;
  limit?: number;
};

/** Jobs of all partners or of one, newest first, for operators. `after` is the last job of the page before. */
export async function listJobsOfAll(_ctx: Ctx<SystemActor>, { partnerId, status, ...page }: Query) {
  const { rows, next } = await newestAfter(page, ({ beyond, ...order }) =>
    db.verificationJob.findMany({
      where: {
        ...{ ...beyond, ...(partnerId && { partnerId }) },
        ...(status && { scene: { status: SCENE_STATUS_OF[status] } }),
      },
      ...order,
      include: {
        scene: {
          select: { status: true, title: true, expiresAt: true, performers: { select: { consentedAt: true } } },
        },
      },
    }),
  );
  const jobs = rows.map(({ scene: { performers, title, expiresAt, ...scene }, ...job }) => ({
    ...{ ...job, status: jobStatus(scene.status), title },
    performers: performers.length,
    verified: performers.filter(({ consentedAt }) => consentedAt).length,
    expiresAt,
  }));
  return { jobs, next };
}

/** One job by our id of it, with its scene's performers, mails and charge, for operators. Throws `NotFound`. */
export async function inspectJob(ctx: Ctx<SystemActor>, id: string) {
  const job = isId(id) ? await db.verificationJob.findUnique({ where: { id } }) : null;
  if (!job) throw new NotFound();
  const { sceneId, ...facts } = job;
  return { ...facts, scene: await inspectScene(ctx, sceneId) };
}
