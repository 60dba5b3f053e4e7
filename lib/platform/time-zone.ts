import { DAY_MS } from "./duration";

const formats = new Map<string, Intl.DateTimeFormat>();

/** What a clock in a zone shows at a moment, as if the clock were in UTC. */
function wallClock(at: number, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    const parts = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
    format = new Intl.DateTimeFormat("en-US", { ...parts, timeZone: zone, hourCycle: "h23" });
    formats.set(zone, format);
  }
  const read = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = read;
  return Date.UTC(year, month - 1, day, hour, minute) + (at % 60_000);
}

/** When the day of a moment began in a time zone, which must be one that `Intl` knows. By default UTC. */
export function dayBegan(at: Date, zone = "UTC"): Date {
  const shown = wallClock(at.getTime(), zone);
  const midnight = Math.floor(shown / DAY_MS) * DAY_MS;
  const guess = midnight - (shown - at.getTime());
  // The clocks may have changed since midnight.
  return new Date(guess - (wallClock(guess, zone) - midnight));
}

/** When each of so many days began, the last of them with this moment in it, in a time zone. */
export function daysUntil(at: Date, days: number, zone = "UTC"): Date[] {
  const starts = [dayBegan(at, zone)];
  // Noon of the day before is in it, however long the days are.
  while (starts.length < days) starts.unshift(dayBegan(new Date((starts[0] ?? at).getTime() - DAY_MS / 2), zone));
  return starts;
}
