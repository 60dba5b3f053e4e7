export { type Creator, getCreator, lastProvisioned } from "./get-creator";
export { type RosterRow, rosterList } from "./list-roster";
export { findChangeUnderWay, getChange, listChanges, reportChange } from "./read-changes";
export { changeRosterTask } from "./run-change";
export {
  type ChangePlan,
  type ChangeStart,
  planChange,
  startChange,
  sweepChangesSchedule,
  sweepChangesTask,
} from "./start-change";
