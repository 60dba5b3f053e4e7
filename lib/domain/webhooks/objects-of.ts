const NAMED = /(^id|Id|^email)$/;
/** Longer ones are in no index. */
export const OBJECT_LENGTH_MAX = 512;

/**
 * What a payload is about: each id and address in it, at any depth, once. The event log is searched by them. What is longer
 * than an index takes is left out.
 */
export function objectsOf(data: unknown): string[] {
  const found = new Set<string>();
  const walk = (value: unknown, name = "") => {
    if (typeof value === "string") {
      if (NAMED.test(name) && value.length > 0 && value.length <= OBJECT_LENGTH_MAX) found.add(value);
    } else if (value && typeof value === "object") {
      for (const [key, inner] of Object.entries(value)) walk(inner, key);
    }
  };
  walk(data);
  return [...found];
}
