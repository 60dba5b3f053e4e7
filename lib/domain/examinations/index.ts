export {
  EXAMINATION_CODE_DIGITS,
  enterExaminationCode,
  findVisitor,
  mailLink,
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
export { examinationLinkMail } from "./mails";
export { addOrder, openOrder, orderKeyColumn } from "./order";
export { type Processes, readProcesses } from "./processes";
export { answerQuestion, askQuestion, type Question, readQuestions } from "./questions";
export { type ExaminedPerson, type ExaminedRecord, proveExaminedRecord, viewExaminedRecord } from "./records";
export { openExaminationReport, reportExaminationTask } from "./report";
export { allSampleList, askForSample, enterSample, findPartners, type SampleRow, sampleList } from "./samples";
export {
  AnswerText,
  ExaminationInput,
  MailAddress,
  QuestionText,
  Reason,
  SampleExaminationInput,
  SampleInput,
  ScopeItem,
} from "./schemas";
export type { Pickable, ScopeFigures } from "./scope";
export { searchDesk } from "./search-desk";
export {
  type ExaminationRow,
  examinationsOf,
  listExaminations,
  type ViewedExamination,
  viewExamination,
} from "./view-examinations";
