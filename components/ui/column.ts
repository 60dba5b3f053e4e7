import type { ReactNode } from "react";

/**
 * One column of a list. The `primary` one is the card's title on a phone and carries the row's link or button; the `corner`
 * one, a single small control, stands in the card's corner there.
 */
export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  primary?: boolean;
  corner?: boolean;
  align?: "end";
};

/** Interactive things in a row stay above the link that covers it. */
export const aboveRowLink = "above-row-link";

/** Stretches a link or button over the row it stands in. */
export const coversRow =
  "rounded-sm text-left font-medium after:absolute after:inset-0 after:content-[''] hover:underline hover:underline-offset-4";
