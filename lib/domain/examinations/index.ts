export { showAccess } from "./access";
export {
  changeScope,
  confirmExamination,
  endExaminations,
  endExaminationsTask,
  enterExamination,
} from "./examinations";
export { reportExaminationTask } from "./report";
