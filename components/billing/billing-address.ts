export const BILLING_PATH = "/portal/billing";

/** The coming month's invoice, in place of an invoice's id. */
export const UPCOMING = "upcoming";

/** The page of an invoice, or of the coming one. */
export const invoiceHref = (id: string): string => `${BILLING_PATH}/${id}`;

/** Its lines as a CSV file. */
export const linesHref = (id: string): string => `/api/portal/billing/lines?invoice=${id}`;
