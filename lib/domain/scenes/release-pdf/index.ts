export { drawRelease } from "./draw-release";
export { findReleaseFacts, type ReleaseFacts } from "./release-facts";
