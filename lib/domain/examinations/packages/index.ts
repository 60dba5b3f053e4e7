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
  enterPackage,
  examinedPackage,
  expireRecordPackages,
  expireRecordPackagesTask,
  findForPackage,
  latestPackage,
  listPackages,
  makePackage,
  makeRecordPackageTask,
  type PackageRow,
  packExamination,
  viewPackage,
} from "./packages";
