export {
  EXAMINATION_CODE_DIGITS,
  enterExaminationCode,
  findVisitor,
  type Opened,
  replaceAccess,
  showAccess,
  type Visitor,
} from "./access";
export {
  changeScope,
  confirmExamination,
  type ExaminationRow,
  endExamination,
  endExaminations,
  endExaminationsTask,
  enterExamination,
  examinationsOf,
  findForScope,
  listExaminations,
  narrowExamination,
  openExaminationReport,
  type ViewedExamination,
  viewExamination,
} from "./examinations";
export { exportIndex, openExaminedRelease, readExaminedCopy, viewExaminedPhoto } from "./files";
export {
  type ExaminedPerson,
  type ExaminedRecord,
  type IndexLine,
  type MonthFigures,
  readFigures,
  readIndex,
  viewExaminedRecord,
} from "./records";
export { reportExaminationTask } from "./report";
export { ExaminationInput, Reason, ScopeItem } from "./schemas";
export type { Pickable, ScopeFigures } from "./scope";
