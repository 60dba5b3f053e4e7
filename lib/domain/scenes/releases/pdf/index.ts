export { drawRelease } from "./draw-release";
export { findReleaseFacts } from "./release-facts";
