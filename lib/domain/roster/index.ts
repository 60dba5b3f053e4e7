export { exportRoster } from "./export-roster";
export { type Creator, getCreator, lastProvisioned } from "./get-creator";
export { listRoster, type RosterRow } from "./list-roster";
export { type ChangePlan, planChange } from "./plan-change";
export { findChangeUnderWay, getChange, listChanges, reportChange } from "./read-changes";
export { changeRosterTask } from "./run-change";
export { type AskedChange, startChange } from "./start-change";
export { sweepChangesSchedule, sweepChangesTask } from "./sweep-changes";
