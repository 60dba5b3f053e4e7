// The reference and the start page are served without React, so the router has nothing to draw them with.
const PLAIN_PAGE = /^\/(docs(?=$|[/#?])|$)/;

/** Whether a link leads to what is no page of the router: a file, the API, another host, or a plain page of ours. */
export const leavesRouter = (href: string): boolean =>
  !href.startsWith("/") || href.startsWith("/api/") || PLAIN_PAGE.test(href);
