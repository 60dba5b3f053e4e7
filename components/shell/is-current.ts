/** Whether a page belongs to an entry: the page itself or one below it; the overview only stands for itself. */
export function isCurrent(href: string, pathname: string): boolean {
  return pathname === href || (href !== "/portal" && pathname.startsWith(`${href}/`));
}
