export {
  EXAMINATION_CODE_DIGITS,
  enterExaminationCode,
  findVisitor,
  type Opened,
  showAccess,
  type Visitor,
} from "./access";
export {
  changeScope,
  confirmExamination,
  endExaminations,
  endExaminationsTask,
  enterExamination,
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
export type { ScopeFigures } from "./scope";
