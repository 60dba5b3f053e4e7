export {
  advanceRehearsalTask,
  endRehearsal,
  findRehearsal,
  listRehearsals,
  rehearse,
  type ShownRehearsal,
  startRehearsal,
} from "./rehearse";
export {
  endDeadlineRehearsal,
  findRunningRehearsal,
  type ListedDeadlineRehearsal,
  listDeadlineRehearsals,
  mailDeadlineRehearsalTask,
  type ShownDeadlineRehearsal,
  startDeadlineRehearsal,
  viewDeadlineRehearsal,
} from "./rehearse-deadline";
