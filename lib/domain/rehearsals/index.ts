export {
  advanceRehearsalTask,
  endRehearsal,
  findRehearsal,
  listRehearsals,
  rehearse,
  type ShownRehearsal,
  startRehearsal,
} from "./rehearse";
