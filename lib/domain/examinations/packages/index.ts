export { PackageInput } from "../schemas";
export {
  type OpenedRecords,
  openExaminedRecords,
  openRecords,
  sumOfExaminedPackage,
  sumOfPackage,
} from "./open-package";
export { sweepRecordPackageTask } from "./package-objects";
export {
  askForPackage,
  changePackageScope,
  confirmPackage,
  enterPackage,
  examinedPackage,
  expireRecordPackages,
  expireRecordPackagesTask,
  findForPackage,
  latestPackage,
  listPackages,
  makeRecordPackageTask,
  type PackageRow,
  packExamination,
  remakePackage,
  viewPackage,
} from "./packages";
