import { plainSpaces, secondText } from "@/lib/platform/date-text";

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

const steps = [
  { unit: "second", until: 60, size: 1 },
  { unit: "minute", until: 3600, size: 60 },
  { unit: "hour", until: 86_400, size: 3600 },
  { unit: "day", until: 2_592_000, size: 86_400 },
] as const;

/** "3 minutes ago", "in 2 days"; a plain date beyond thirty days. Both times in milliseconds since the epoch. */
export function relativeTime(at: number, now: number): string {
  const seconds = (at - now) / 1000;
  if (Math.abs(seconds) < 5) return "just now";
  for (const { unit, until, size } of steps) {
    if (Math.abs(seconds) < until) {
      // Future times are rounded: a week that just started ends "in 7 days".
      return relative.format(seconds > 0 ? Math.round(seconds / size) : Math.trunc(seconds / size), unit);
    }
  }
  return day.format(at);
}

/** "1 d 4 h left", "5 h 12 min left", "under a minute left", "3 h 5 min late": what a clock shows. */
export const timeLeftText = (at: number, now: number): string =>
  `${lengthText(Math.abs(at - now))} ${at < now ? "late" : "left"}`;

/** A length of time in its two largest units, such as `2 d 3 h`. */
export function lengthText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60)];
  if (days > 0) return `${days} d ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min` : "under a minute";
}

/** "Nov 21, 2026", in UTC. */
export const dateText = (at: number): string => day.format(at);

/** Makes texts of times in a zone of `parseZone`, by default UTC. */
function textIn(options: Intl.DateTimeFormatOptions): (at: number, zone?: string) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (at, zone = "UTC") => {
    const format = formats.get(zone) ?? new Intl.DateTimeFormat("en-US", { ...options, timeZone: zone });
    formats.set(zone, format);
    return plainSpaces(format.format(at));
  };
}

const DAY = { month: "short", day: "numeric" } as const;
const MINUTE = { hour: "numeric", minute: "2-digit" } as const;

/** "Nov 21, 2026, 8:53 AM EST", in a time zone of `parseZone`, by default UTC. */
export const timeText = textIn({ year: "numeric", ...DAY, ...MINUTE, timeZoneName: "short" });
const clock = textIn(MINUTE);
/** "8:53 AM", "9 AM". */
export const clockText = (at: number, zone?: string): string => clock(at, zone).replace(":00 ", " ");
/** "Nov 2026". */
export const shortMonthText = textIn({ year: "numeric", month: "short" });
/** "Nov 21". */
export const shortDayText = textIn(DAY);
const named = textIn({ hour: "numeric", timeZoneName: "short" });
/** "EST", "GMT+1": the name of a zone at a moment. */
export const zoneText = (at: number, zone?: string): string => named(at, zone).split(" ").at(-1) ?? "";

/** "Nov 21, 2026, 8:53:42 AM UTC". */
export const exactTime = (at: number): string => secondText(new Date(at));

const grouped = new Intl.NumberFormat("en-US");

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** US cents as text, such as $19.99. */
export const moneyText = (cents: number): string => dollars.format(cents / 100);

const BRANDS: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

/** A saved card as text, such as "Visa •••• 4242". */
export const savedCardText = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${BRANDS[brand] ?? "Card"} •••• ${last4}`;

/** Says that only the latest of more rows are shown: "The latest 100 of 2,310."; undefined when all are. */
export const latestText = (shown: number, total: number): string | undefined =>
  total > shown ? `The latest ${grouped.format(shown)} of ${grouped.format(total)}.` : undefined;

/** A label inside a sentence: lowercases its first letter, except in abbreviations ("28 CFR", "ID"). */
export const inSentence = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

const TITLE_MAX = 60;

/** The start of a long title, short enough for a sentence. */
export function shortTitle(title: string): string {
  const letters = [...title];
  return letters.length > TITLE_MAX ? `${letters.slice(0, TITLE_MAX).join("")}…` : title;
}

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const precise = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** "1,204"; one decimal below ten. */
export const countText = (count: number): string => (count < 10 ? precise : whole).format(count);

/** "1 row", "1,204 rows". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`;

/** A count that stopped at `most`: "100,000+". */
export const cutCountText = (count: number, most: number): string =>
  count > most ? `${whole.format(most)}+` : whole.format(count);
