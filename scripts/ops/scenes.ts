import type { Command } from "commander";
import { z } from "zod";
import { inspectScene, listScenesOfAll, SCENE_STATUSES } from "@/lib/domain/scenes";
import { inspectSession, listSessionsOfAll, UPLOAD_SESSION_STATUSES } from "@/lib/domain/upload-sessions";
import { inspectJob, listJobsOfAll } from "@/lib/domain/verification-jobs";
import { JOB_STATUSES } from "@/lib/domain/verification-jobs/labels";
import { orFail } from "./partners";
import { type Run, tell } from "./report";

const listOptions = <S extends string>(statuses: readonly [S, ...S[]]) =>
  z.object({
    partner: z.string().optional(),
    status: z.enum(statuses, { error: `must be one of ${statuses.join(", ")}` }).optional(),
    after: z.string().optional(),
  });

/** `scene list`, `scene show`. */
export function addSceneCommands(root: Command, run: Run): void {
  const scene = root.command("scene").description("collab scenes");

  scene
    .command("list")
    .description("list scenes, newest first, 200 at a time")
    .option("--partner <partner-id>", "only this partner's")
    .option("--status <status>", `only these: ${SCENE_STATUSES.join(", ")}`)
    .option("--after <scene-id>", "continue after this scene")
    .action((options: unknown) =>
      run(async (ctx) => {
        const { partner: partnerId, ...query } = listOptions(SCENE_STATUSES).parse(options);
        const { scenes, next } = await listScenesOfAll(ctx, { partnerId, ...query });
        if (next) tell(`There are more; continue with --after ${next}`);
        return { scenes, next };
      }),
    );

  scene
    .command("show <scene-id>")
    .description("show a scene with its performers, mails, charge, extensions and publications")
    .action((sceneId: string) =>
      run((ctx) => inspectScene(ctx, sceneId).catch(orFail(`There is no scene ${sceneId}.`))),
    );
}

/** `verification list`, `verification show`. */
export function addVerificationCommands(root: Command, run: Run): void {
  const verification = root.command("verification").description("verification jobs");

  verification
    .command("list")
    .description("list verification jobs, newest first, 200 at a time")
    .option("--partner <partner-id>", "only this partner's")
    .option("--status <status>", `only these: ${JOB_STATUSES.join(", ")}`)
    .option("--after <id>", "continue after this job")
    .action((options: unknown) =>
      run(async (ctx) => {
        const { partner: partnerId, ...query } = listOptions(JOB_STATUSES).parse(options);
        const { jobs, next } = await listJobsOfAll(ctx, { partnerId, ...query });
        if (next) tell(`There are more; continue with --after ${next}`);
        return { jobs, next };
      }),
    );

  verification
    .command("show <id>")
    .description("show a verification job, by our id of it, with its performers, mails and charge")
    .action((id: string) => run((ctx) => inspectJob(ctx, id).catch(orFail(`There is no verification job ${id}.`))));
}

/** `session list`, `session show`. */
export function addUploadSessionCommands(root: Command, run: Run): void {
  const session = root.command("session").description("upload sessions of hosted attestation");

  session
    .command("list")
    .description("list upload sessions, newest first, 200 at a time")
    .option("--partner <partner-id>", "only this partner's")
    .option("--status <status>", `only these: ${UPLOAD_SESSION_STATUSES.join(", ")}`)
    .option("--after <session-id>", "continue after this session")
    .action((options: unknown) =>
      run(async (ctx) => {
        const { partner: partnerId, ...query } = listOptions(UPLOAD_SESSION_STATUSES).parse(options);
        const { sessions, next } = await listSessionsOfAll(ctx, { partnerId, ...query });
        if (next) tell(`There are more; continue with --after ${next}`);
        return { sessions, next };
      }),
    );

  session
    .command("show <session-id>")
    .description("show an upload session with its attestation and its scene")
    .action((sessionId: string) =>
      run((ctx) => inspectSession(ctx, sessionId).catch(orFail(`There is no upload session ${sessionId}.`))),
    );
}
