import { listHref } from "@/components/lists/list-address";
import type { ScenePageQuery } from "@/lib/domain/scenes/portal/schemas";

export const SCENES_PATH = "/portal/scenes";

export const scenesHref = (query: ScenePageQuery): string => listHref(SCENES_PATH, query);

export const sceneHref = ({ id }: { id: string }): string => `${SCENES_PATH}/${id}`;

/** Other partners' scenes that the partner extended. */
export const EXTENDED_SCENES_PATH = `${SCENES_PATH}/extended`;

export const extendedSceneHref = ({ sceneId }: { sceneId: string }): string => `${EXTENDED_SCENES_PATH}/${sceneId}`;
