/**
 * The path to the first string that PostgreSQL can't store: it refuses NUL, and half a surrogate pair would silently change. Null
 * when there is none. Looks into plain objects and arrays.
 */
export function findUnstorableText(
  value: unknown,
  path: readonly (string | number)[] = [],
): (string | number)[] | null {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed() ? [...path] : null;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const found = findUnstorableText(value[i], [...path, i]);
      if (found) return found;
    }
  } else if (isPlainObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const found = findUnstorableText(member, [...path, name]);
      if (found) return found;
    }
  }
  return null;
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
