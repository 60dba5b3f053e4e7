/** A number of things in words: “1 row”, “1,200 rows”. */
export const counted = (count: number, one: string): string =>
  `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;
