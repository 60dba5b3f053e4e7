export { checkCopiesSchedule, checkCopiesTask } from "./check-copies";
export { checkReadinessNow, checkReadinessSchedule, checkReadinessTask, queueFirstCheck } from "./check-readiness";
export { type Readiness, type RuleFigures, readReadiness } from "./figures";
export { allGapList, type GapRow, gapList, ownGapList } from "./list-gaps";
