export {
  type ClosingScenes,
  countScenes,
  findScenes,
  listClosingScenes,
  listScenes,
  SCENES_COUNTED_AT_MOST,
  type SceneRow,
} from "./list-scenes";
export {
  isPerformer,
  listOwnScenes,
  listUploadedScenes,
  OWN_SCENE_VIEWS,
  type OwnScene,
  type OwnScenesSummary,
  type OwnSceneView,
  openConsent,
  sumOwnScenes,
  type UploadedScene,
} from "./own-scenes";
export { findPerformerByToken, type PerformerOfLink, performerLink } from "./performer-links";
export { findScene, readScene } from "./queries";
export { type SceneEvent, type SceneFees, type ScenePerformerView, type SceneView, viewScene } from "./view-scene";
