/** The name people see on pages and in mail. Headers and key prefixes keep the neutral `svc` of the contract. */
export const SERVICE_NAME = "Vellum";

/** One sentence for page metadata and the landing page. */
export const SERVICE_TAGLINE = "Compliance records for platforms, kept by a custodian.";
