export { type OpenedPackage, openPackage } from "./open-package";
export { packageKeyColumn, sweepPackageObjectTask } from "./package-objects";
export { resumeSealing, resumeSealingTask, sealProductionTask } from "./seal-production";
export { verifyPackages } from "./verify-package";
