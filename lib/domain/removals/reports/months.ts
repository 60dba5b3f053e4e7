const inNewYork = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York", year: "numeric", month: "2-digit" });

/** A month of a report, such as 2026-11. It starts and ends at midnight in New York. */
export type Month = `${number}-${number}`;

export const isMonth = (text: string): text is Month => /^20\d\d-(0[1-9]|1[0-2])$/.test(text);

/** The month in New York at a time. */
export const monthAt = (at: Date): Month => monthOf(inNewYork.format(at));

/** The month of its first day, as the database keeps it. */
export const monthOfDay = (day: Date): Month => monthOf(day.toISOString().slice(0, 7));

export const firstDayOf = (month: Month): Date => new Date(`${month}-01T00:00:00.000Z`);

export function monthAfter(month: Month): Month {
  const day = firstDayOf(month);
  day.setUTCMonth(day.getUTCMonth() + 1);
  return monthOfDay(day);
}

function monthOf(text: string): Month {
  if (!isMonth(text)) throw new Error(`Not a month: ${text}`);
  return text;
}
