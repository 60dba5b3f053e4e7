import { type ListAddress, listHref } from "@/components/lists/list-address";

export const REQUESTS_PATH = "/custodian/removals";
export const REQUEST_REPORTS_PATH = `${REQUESTS_PATH}/reports`;

/** The queue's URL with these filters and cursor. */
export const requestsHref = (query: ListAddress): string => listHref(REQUESTS_PATH, query);

/** A request's page, with one of its records opened. */
export const requestHref = ({ id }: { id: string }, open: { item?: string; done?: string } = {}): string =>
  listHref(`${REQUESTS_PATH}/${id}`, open);
