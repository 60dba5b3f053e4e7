const NAMED = /(^id|Id|^email|^unsignedPerformers)$/;
/** Longer ones are in no index. */
export const OBJECT_LENGTH_MAX = 512;

/** An id or an address in a payload, and where it stands: `accountId`, `performers.email`. */
export type NamedObject = { name: string; value: string };

/**
 * What a payload is about: each id and address in it, at any depth, once. The event log is searched by them. What is longer
 * than an index takes is left out.
 */
export function namedObjectsOf(data: unknown): NamedObject[] {
  const found = new Map<string, NamedObject>();
  const walk = (value: unknown, path: readonly string[]) => {
    if (typeof value === "string") {
      const fits = value.length > 0 && value.length <= OBJECT_LENGTH_MAX;
      if (fits && NAMED.test(path.at(-1) ?? "") && !found.has(value)) found.set(value, { name: path.join("."), value });
    } else if (Array.isArray(value)) {
      for (const inner of value) walk(inner, path);
    } else if (value && typeof value === "object") {
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
    }
  };
  walk(data, []);
  return [...found.values()];
}

/** The same without their names. */
export const objectsOf = (data: unknown): string[] => namedObjectsOf(data).map(({ value }) => value);
