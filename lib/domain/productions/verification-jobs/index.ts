export { inspectJob, listJobsOfAll } from "./inspect-jobs";
export { type JobRow, jobList, listClosingJobs, listJobsOf } from "./portal/list-jobs";
export { type JobPerformerView, type JobView, readJobMark, viewJob } from "./portal/view-job";
export { readJob } from "./queries";
export { cancelJob, registerWithJob, startJob } from "./start-job";
