export { type Creator, getCreator, lastProvisioned } from "./get-creator";
export { type RosterRow, rosterList } from "./list-roster";
export { type ChangePlan, planChange } from "./plan-change";
export { findChangeUnderWay, getChange, listChanges, reportChange } from "./read-changes";
export { changeRosterTask } from "./run-change";
export { type ChangeStart, startChange, sweepChangesSchedule, sweepChangesTask } from "./start-change";
