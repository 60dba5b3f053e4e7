import { daysBetween, monthOf } from "@/lib/domain/billing/labels";
import { DAY_MS } from "@/lib/platform/duration";

export const JOINED = new Date("2026-11-20T00:00:00Z");

type Payer = "creator" | "platform";
const EACH = { payers: ["creator", "platform"], newPerformers: [0, 1, 2] } as const;
/** What happens to a platform and to the creator who pays for scenes themself. Each new card works if the one before didn't. */
export const STEPS = [
  ...EACH.payers.flatMap((payer) => EACH.newPerformers.map((count) => `scene ${payer} ${count}` as const)),
  ...(["extend", "extend", "extend again", "extend again", "pay fees", "pay invoices", "settle invoices"] as const),
  ...(["plan", "status", "card creator", "card platform"] as const),
];
export type Step = (typeof STEPS)[number];

export type Invoice = { cents: number; state: "open" | "paid" | "settled" };

/** What a platform and its creator owe and pay: each cent on one invoice, or by one card. Days are their midnights. */
export function moneyModel(creators: number) {
  const works = { creator: false, platform: false };
  const fees: { payer: Payer; cents: number; paid: boolean }[] = [];
  const invoices: Invoice[] = [];
  let uninvoiced = 0;
  let since: Date | null = JOINED;
  const active = new Set<number>();
  const charged = new Set<number>();

  const addFee = (payer: Payer, cents: number) => fees.push({ payer, cents, paid: works[payer] });
  const retry = (...payers: Payer[]) => {
    for (const fee of fees) fee.paid ||= payers.includes(fee.payer) && works[fee.payer];
  };
  const closeOpen = (state: Invoice["state"]) => {
    for (const invoice of invoices) if (invoice.state === "open") invoice.state = state;
  };
  /** The calls of an active partner. The plan says who pays only for creators who join later. */
  function call(what: string, payer: string | undefined, newPerformers: number) {
    const cost = 500 + 2500 * newPerformers;
    if (what === "scene" && payer === "platform") uninvoiced += cost;
    if (what === "scene" && payer === "creator") addFee("creator", cost);
    if (what === "extend" && !payer) addFee("platform", 200);
    if (what === "extend" && payer === "again") retry("platform");
  }
  const sum = (payer: Payer, paid: boolean) =>
    fees.reduce((cents, fee) => cents + (fee.payer === payer && fee.paid === paid ? fee.cents : 0), 0);
  return {
    take(step: Step, today: Date) {
      const [what = "", detail, count] = step.split(" ");
      if (since) call(what, detail, Number(count));
      if (step === "pay fees") retry("creator", "platform");
      if (step === "settle invoices") closeOpen("settled");
      if (step === "status") since = since ? null : today;
      if (step === "card creator") works.creator = !works.creator;
      if (step === "card platform") works.platform = !works.platform;
      if (works.platform) closeOpen("paid");
    },
    /** A day counts if the platform was active during any part of it. */
    count(today: Date) {
      if (since) active.add(Number(today));
    },
    draft(month: Date) {
      const before = [...active].filter((day) => !charged.has(day));
      const goesOn = since !== null && since < month;
      const days = daysBetween(month, monthOf(month, 1));
      const ahead = Array.from({ length: goesOn ? days : 0 }, (_, n) => Number(month) + n * DAY_MS);
      for (const day of [...before, ...ahead]) charged.add(day);
      const daily = 900 / daysBetween(monthOf(month, -1), month);
      const cents = creators * (Math.round(daily * before.length) + (goesOn ? 900 : 0)) + uninvoiced;
      uninvoiced = 0;
      if (cents > 0) invoices.push({ cents, state: works.platform ? "paid" : "open" });
    },
    shown: () => ({
      invoices,
      paid: { creator: sum("creator", true), platform: sum("platform", true) },
      owed: { creator: sum("creator", false), platform: sum("platform", false) },
    }),
  };
}
