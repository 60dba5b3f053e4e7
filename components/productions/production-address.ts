export const PRODUCTIONS_PATH = "/portal/productions";
export const NEW_PRODUCTION_PATH = `${PRODUCTIONS_PATH}/new`;
export const PRODUCERS_PATH = `${PRODUCTIONS_PATH}/producers`;
/** The partner's verification jobs. */
export const JOBS_PATH = `${PRODUCTIONS_PATH}/jobs`;

export const productionHref = ({ id }: { id: string }): string => `${PRODUCTIONS_PATH}/${id}`;

/** Where depictions of the partner's content log are added to a production. */
export const addDepictionsHref = (production: { id: string }): string => `${productionHref(production)}/depictions`;

/** Where one of the partner's greenlit scenes is added to a production. */
export const addScenesHref = (production: { id: string }): string => `${productionHref(production)}/scenes`;
