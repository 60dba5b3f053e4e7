/** The producer's list of productions. */
export const PRODUCTIONS_PATH = "/producer";
export const NEW_PRODUCTION_PATH = "/producer/productions/new";

type Page =
  | "edit"
  | "performers"
  | "depictions"
  | "depictions/log"
  | "depictions/import"
  | "seal"
  | "certificate"
  | "renew";

/** The producer's page of a production, or one of the pages under it. */
export const productionHref = ({ id }: { id: string }, page?: Page): string =>
  `/producer/productions/${id}${page ? `/${page}` : ""}`;
