import type { Command } from "commander";
import { inspectJob, listJobsOfAll } from "@/lib/domain/productions/verification-jobs";
import { JOB_STATUSES } from "@/lib/domain/productions/verification-jobs/labels";
import { inspectScene, listScenesOfAll, SCENE_STATUSES } from "@/lib/domain/scenes";
import { inspectSession, listSessionsOfAll, UPLOAD_SESSION_STATUSES } from "@/lib/domain/scenes/upload-sessions";
import { addListCommand } from "./list-command";
import { orFail } from "./partners";
import type { Run } from "./report";

/** `scene list`, `scene show`. */
export function addSceneCommands(root: Command, run: Run): void {
  const scene = root.command("scene").description("collab scenes");

  addListCommand(scene, run, {
    what: "scenes, newest first",
    one: "scene",
    id: "scene-id",
    partner: "only this partner's",
    statuses: SCENE_STATUSES,
    list: listScenesOfAll,
  });

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

  addListCommand(verification, run, {
    what: "verification jobs, newest first",
    one: "job",
    id: "id",
    partner: "only this partner's",
    statuses: JOB_STATUSES,
    list: listJobsOfAll,
  });

  verification
    .command("show <id>")
    .description("show a verification job, by our id of it, with its performers, mails and charge")
    .action((id: string) => run((ctx) => inspectJob(ctx, id).catch(orFail(`There is no verification job ${id}.`))));
}

/** `session list`, `session show`. */
export function addUploadSessionCommands(root: Command, run: Run): void {
  const session = root.command("session").description("upload sessions of hosted attestation");

  addListCommand(session, run, {
    what: "upload sessions, newest first",
    one: "session",
    id: "session-id",
    partner: "only this partner's",
    statuses: UPLOAD_SESSION_STATUSES,
    list: listSessionsOfAll,
  });

  session
    .command("show <session-id>")
    .description("show an upload session with its attestation and its scene")
    .action((sessionId: string) =>
      run((ctx) => inspectSession(ctx, sessionId).catch(orFail(`There is no upload session ${sessionId}.`))),
    );
}
