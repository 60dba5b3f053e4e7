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
  endExamination,
  endExaminations,
  endExaminationsTask,
  enterExamination,
  findForScope,
  narrowExamination,
} from "./examinations";
export { openExaminedRelease, readExaminedCopy, viewExaminedPhoto } from "./files";
export { exportIndex, type IndexLine, type MonthFigures, readFigures, readIndex } from "./indexes";
export { type ExaminedPerson, type ExaminedRecord, viewExaminedRecord } from "./records";
export { openExaminationReport, reportExaminationTask } from "./report";
export { ExaminationInput, Reason, ScopeItem } from "./schemas";
export type { Pickable, ScopeFigures } from "./scope";
export {
  type ExaminationRow,
  examinationsOf,
  listExaminations,
  type ViewedExamination,
  viewExamination,
} from "./view-examinations";
