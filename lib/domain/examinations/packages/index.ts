export { PackageInput } from "../schemas";
export { expireRecordPackages, expireRecordPackagesTask } from "./expire-packages";
export { makeRecordPackageTask } from "./make-package";
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
  packExamination,
  remakePackage,
} from "./packages";
export {
  examinedPackage,
  findForPackage,
  latestPackage,
  listPackages,
  type PackageRow,
  viewPackage,
} from "./view-packages";
