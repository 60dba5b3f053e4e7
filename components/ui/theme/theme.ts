/** The cookie that pins the theme. Without it, the page follows the system. */
export const THEME_COOKIE = "svc_theme";

export type Theme = "light" | "dark";

/** The pinned theme; undefined for any other value. */
export function parseTheme(value: string | undefined): Theme | undefined {
  return value === "light" || value === "dark" ? value : undefined;
}
