/** The uses that every release asks for, each by itself. */
export const USES = ["depiction", "distribution", "download", "resale"] as const;
export type Use = (typeof USES)[number];

export const USE_LABELS: Readonly<Record<Use, string>> = {
  depiction: "Depiction",
  distribution: "Distribution",
  download: "Download",
  resale: "Resale",
};

/** The uses that a scene can declare. Depiction goes without saying. */
export const DECLARED_USES = ["distribution", "download", "resale"] as const satisfies readonly Use[];

/** How many kinds of act a scene can declare, and how long each is. */
export const ACTS_MAX = 20;
export const ACT_LENGTH_MAX = 80;
