import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { inspectScene } from "@/lib/domain/scenes";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { type JobStatus, jobStatus, SCENE_STATUS_OF } from "./labels";

const PAGE = 200;

type JobQuery = { partnerId?: string | undefined; status?: JobStatus | undefined; after?: string | undefined };

/** Jobs of all partners or of one, newest first, for operators. `after` is the last job of the page before. */
export async function listJobsOfAll(
  _ctx: Ctx<SystemActor>,
  { partnerId, status, after, limit = PAGE }: JobQuery & { limit?: number },
) {
  const rows = await db.verificationJob.findMany({
    where: {
      ...(after && { id: { lt: after } }),
      ...(partnerId && { partnerId }),
      ...(status && { scene: { status: SCENE_STATUS_OF[status] } }),
    },
    orderBy: { id: "desc" },
    take: limit + 1,
    include: {
      scene: { select: { status: true, title: true, expiresAt: true, performers: { select: { consentedAt: true } } } },
    },
  });
  const jobs = rows.slice(0, limit).map(({ scene, ...job }) => ({
    ...job,
    status: jobStatus(scene.status),
    title: scene.title,
    performers: scene.performers.length,
    verified: scene.performers.filter(({ consentedAt }) => consentedAt).length,
    expiresAt: scene.expiresAt,
  }));
  return { jobs, next: rows.length > limit ? (jobs.at(-1)?.id ?? null) : null };
}

/** One job by our id of it, with its scene's performers, mails and charge, for operators. Throws `NotFound`. */
export async function inspectJob(ctx: Ctx<SystemActor>, id: string) {
  const job = isId(id) ? await db.verificationJob.findUnique({ where: { id } }) : null;
  if (!job) throw new NotFound();
  const { sceneId, ...facts } = job;
  return { ...facts, scene: await inspectScene(ctx, sceneId) };
}
