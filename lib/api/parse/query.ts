import { InvalidQuery } from "@/lib/api/failures";
import { InvalidField } from "@/lib/platform/errors";

/**
 * The parameters of a query string (without its question mark). A parameter that is asked for in `names` may come once;
 * others are ignored. Throws `InvalidQuery` and `InvalidField`.
 */
export function readQuery(search: string, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const pair of search.split("&")) {
    if (pair === "") continue;
    const at = pair.indexOf("=");
    const name = decode(at === -1 ? pair : pair.slice(0, at));
    if (!names.includes(name)) continue;
    if (Object.hasOwn(found, name)) throw new InvalidField(name, `${name} was given more than once`);
    found[name] = at === -1 ? "" : decode(pair.slice(at + 1));
  }
  return found;
}

// URLSearchParams would turn what it cannot read into replacement characters, and look for something nobody asked for.
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new InvalidQuery();
  }
}
