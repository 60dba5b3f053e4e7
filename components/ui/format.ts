const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
const second = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZone: "UTC",
});

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

/** "21 Nov 2026", in UTC. */
export function dateText(at: number): string {
  return day.format(at);
}

/** "21 Nov 2026, 08:53:42 UTC". */
export function exactTime(at: number): string {
  return `${second.format(at)} UTC`;
}

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

/** A label inside a sentence: lowercases its first letter, except in abbreviations ("28 CFR", "ID"). */
export const inSentence = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
