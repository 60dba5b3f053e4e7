import { listHref } from "@/components/lists/list-address";
import { JOBS_PATH } from "@/components/productions/production-address";

export const NEW_JOB_PATH = `${JOBS_PATH}/new`;

/** The form that starts a job, for this production if given. */
export const newJobHref = (production?: { id: string }): string =>
  listHref(NEW_JOB_PATH, { production: production?.id });

export const jobHref = ({ id }: { id: string }): string => `${JOBS_PATH}/${id}`;
