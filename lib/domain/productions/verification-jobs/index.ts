export { cancelJob } from "./cancel-job";
export { inspectJob, listJobsOfAll } from "./inspect-jobs";
export { readJobMark } from "./portal/job-mark";
export { type JobRow, jobList, listClosingJobs, listJobsOf } from "./portal/list-jobs";
export { type JobPerformerView, type JobView, viewJob } from "./portal/view-job";
export { readJob } from "./queries";
export { registerWithJob, startJob } from "./start-job";
