export {
  type ClosingScenes,
  countScenes,
  findScenes,
  listClosingScenes,
  listScenes,
  SCENES_COUNTED_AT_MOST,
  type SceneRow,
} from "./list-scenes";
export { findPerformerByToken, type PerformerOfLink, performerLink } from "./performer-links";
export { findScene, readScene } from "./queries";
export { type SceneEvent, type SceneFees, type ScenePerformerView, type SceneView, viewScene } from "./view-scene";
