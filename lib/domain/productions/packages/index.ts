export { type OpenedPackage, openPackage, verifyPackages } from "./open-package";
export { packageKeyColumn, sweepPackageObjectTask } from "./package-objects";
export { resumeSealing, resumeSealingTask, sealProductionTask } from "./seal-production";
