/** Where the pages of the simulation stand. */
export const SIMULATED_PAGES = "/simulated-payments";
