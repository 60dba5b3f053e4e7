/**
 * A path of this service to return to, or null: no other origin, no protocol-relative `//`, nothing that browsers read
 * as one (backslashes, control characters, blanks).
 */
export function safePath(path: string | null | undefined): string | null {
  if (!path?.startsWith("/") || path.length > 2000 || /[\\\p{Cc}\s]/u.test(path)) return null;
  const here = "http://here.invalid";
  const url = URL.canParse(path, here) ? new URL(path, here) : null;
  return url?.origin === here && url.pathname !== "//" && !url.pathname.startsWith("//")
    ? `${url.pathname}${url.search}${url.hash}`
    : null;
}
