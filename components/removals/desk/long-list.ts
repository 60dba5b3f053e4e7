/** How a list of so many rows is kept short. A few are shown whole, so that no row is cut. */
export const heightOf = (rows: number): string =>
  rows > 6 ? "max-h-64 overflow-y-auto scroll-shade [--shade:var(--surface)]" : "";
