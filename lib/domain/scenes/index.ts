export { findPerformerByToken, type PerformerOfLink, performerLink } from "./performer-links";
export { findScene, readScene } from "./queries";
