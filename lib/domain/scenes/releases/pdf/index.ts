export { drawRelease, findReleaseFacts } from "./draw-release";
