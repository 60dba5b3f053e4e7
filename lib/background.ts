import { startIntegrating } from "@/lib/domain/core/transparency";
import { startSender } from "@/lib/domain/events";
import { queueFirstCheck } from "@/lib/domain/readiness";
import { startSearchFilling } from "@/lib/domain/records/search";
import { schedules, tasksHere } from "@/lib/jobs";
import { env } from "@/lib/platform/env";
import { type RunningWorker, runWorker } from "@/lib/platform/job-runner";
import { log } from "@/lib/platform/log";
import { hasFrames, isApart } from "@/lib/platform/pictures/frames";

export type Background = Omit<RunningWorker, "check"> & {
  /** Each throws when the work that it is named after has stopped. */
  checks: { jobs: () => void; sending: () => void };
};

/** All work outside requests: jobs, schedules, webhooks, search and the transparency log. Any number of processes can run it. */
export async function startBackground(): Promise<Background> {
  const { databaseUrl, allowPrivateWebhooks, ffmpegPath } = env();
  if (!(await hasFrames())) log.info({ ffmpegPath }, "ffmpeg not found: videos are not compared with others");
  else if (!(await isApart()))
    log.warn({ ffmpegPath }, "ffmpeg runs without namespaces of its own, and could read our secrets");
  const worker = await runWorker({ databaseUrl, tasks: await tasksHere(), schedules });
  const sender = await startSender({ databaseUrl, allowPrivate: allowPrivateWebhooks });
  const search = startSearchFilling();
  const integrating = startIntegrating();
  await queueFirstCheck();
  let stopped: Promise<unknown> | undefined;
  const stop = async () => {
    stopped ??= Promise.all([worker.stop(), sender.stop(), search.stop(), integrating.stop()]);
    await stopped;
  };
  return {
    checks: { jobs: worker.check, sending: sender.check },
    finished: worker.finished.finally(stop),
    stop,
  };
}
