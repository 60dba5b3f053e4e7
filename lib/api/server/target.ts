import { posix } from "node:path";

/** What a request line asks for: its path and its query, as sent. */
export type Target = { path: string; search: string };

const API = "/api/v1";
const UNUSUAL = /%|\\|\/[/.]/;

/** Path and query of a request line. Null for what is neither a path nor an address (`*`, an authority). */
export function targetOf(url: string | undefined): Target | null {
  let target = url ?? "";
  // A proxy's form of the request line, which every server has to understand (RFC 9112, 3.2.2).
  if (/^https?:\/\//i.test(target)) target = target.replace(/^https?:\/\/[^/?#]*/i, "") || "/";
  if (target.startsWith("?")) target = `/${target}`;
  if (!target.startsWith("/")) return null;
  const hash = target.indexOf("#");
  if (hash !== -1) target = target.slice(0, hash);
  const at = target.indexOf("?");
  return at === -1 ? { path: target, search: "" } : { path: target.slice(0, at), search: target.slice(at + 1) };
}

export const isApiPath = (path: string): boolean => path === API || path.startsWith(`${API}/`);

/**
 * Whether a path would be one of the partner API if it were tidied up: `//api/v1/…`, `/x/%2e%2e/api/v1/…`. We do not tidy
 * up, so it names nothing; but whoever wrote it speaks to the API and is answered by it, not by a page or a redirect.
 */
export const meansApiPath = (path: string): boolean =>
  UNUSUAL.test(path) && isApiPath(posix.normalize(decoded(path).replaceAll("\\", "/")));

/** Whether a path says something in all its parts: it decodes, and to text that can be kept and looked for. */
export function isLegible(path: string): boolean {
  if (!path.includes("%")) return true;
  const text = decodedOrNull(path);
  return text !== null && !text.includes("\0");
}

const decoded = (path: string): string => decodedOrNull(path) ?? path;

function decodedOrNull(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
