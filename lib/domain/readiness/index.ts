export { checkCopiesSchedule, checkCopiesTask } from "./check-copies";
export { checkReadinessSchedule, checkReadinessTask } from "./check-readiness";
export { type Readiness, type RuleFigures, readReadiness } from "./figures";
export { allGapList, type GapRow, gapList, ownGapList } from "./list-gaps";
