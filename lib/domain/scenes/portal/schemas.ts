import { z } from "zod";

/** A version string that changes when a scene's page would. */
export const SceneMark = z.object({ mark: z.string() });
export type SceneMark = z.output<typeof SceneMark>;

export const SceneMarkQuery = z.object({ scene: z.string().max(64) });
