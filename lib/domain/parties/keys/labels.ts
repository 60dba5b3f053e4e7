type KeyEnds = { mode: "live" | "test"; prefix: string; tail: string };

/**
 * A key as lists show it: the characters that we keep of its random part, and a dot for each character of the checksum at its
 * end, so it can be compared with the key itself from either end.
 */
export const shownKey = ({ tail, ...key }: KeyEnds): string => `${keyStart(key)}…${tail}••••••`;

/** The start of a key, for where space is short. */
export const keyStart = ({ mode, prefix }: Omit<KeyEnds, "tail">): string => `svc_${mode}_${prefix}`;
