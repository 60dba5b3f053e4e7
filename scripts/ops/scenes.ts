import type { Command } from "commander";
import { z } from "zod";
import { inspectScene, listScenesOfAll, SCENE_STATUSES } from "@/lib/domain/scenes";
import { orFail } from "./partners";
import { type Run, tell } from "./report";

const ListOptions = z.object({
  partner: z.string().optional(),
  status: z.enum(SCENE_STATUSES, { error: `must be one of ${SCENE_STATUSES.join(", ")}` }).optional(),
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
        const { partner: partnerId, ...query } = ListOptions.parse(options);
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
