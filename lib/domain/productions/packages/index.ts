export { packageKeyColumn, sweepPackageObjectTask } from "./bag";
export { type OpenedPackage, openPackage, verifyPackages } from "./open-package";
export { resumeSealing, resumeSealingTask, sealProductionTask } from "./seal-production";
