export const SCENES_PATH = "/portal/scenes";

export const sceneHref = ({ id }: { id: string }): string => `${SCENES_PATH}/${id}`;

/** Other partners' scenes that the partner extended. */
export const EXTENDED_SCENES_PATH = `${SCENES_PATH}/extended`;

export const extendedSceneHref = ({ sceneId }: { sceneId: string }): string => `${EXTENDED_SCENES_PATH}/${sceneId}`;
