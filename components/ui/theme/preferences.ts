/** The cookie that pins the theme. Without it, the page follows the system. */
export const THEME_COOKIE = "svc_theme";

export type Theme = "light" | "dark";

/** The pinned theme; undefined for any other value. */
export function parseTheme(value: string | undefined): Theme | undefined {
  return value === "light" || value === "dark" ? value : undefined;
}

/** The cookie with the reader's time zone, which the page's inline script keeps current. */
export const ZONE_COOKIE = "svc_zone";

/** The time zone of the cookie, by the name that formats use; undefined for any other value. */
export function parseZone(value: string | undefined): string | undefined {
  // Offsets such as "+01:23" would be zones too.
  if (!value || value.length > 64 || !/^[A-Za-z]/.test(value)) return undefined;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
