type KeyEnds = { mode: "live" | "test"; prefix: string; tail: string };

/**
 * A key as people see it once it is made: what is kept of its random part, and a dot for each character of the checksum that
 * ends it. So it can be held against the key itself, from the left or from the right.
 */
export const shownKey = ({ tail, ...key }: KeyEnds): string => `${keyStart(key)}…${tail}••••••`;

/** The beginning of a key, where there is room for no more. */
export const keyStart = ({ mode, prefix }: Omit<KeyEnds, "tail">): string => `svc_${mode}_${prefix}`;
