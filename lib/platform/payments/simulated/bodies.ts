import { z } from "zod";
import { SIMULATED_CARDS, type SimulatedCard } from "./cards";

// What the simulation keeps of each kind of thing.

const Card = z.enum(Object.keys(SIMULATED_CARDS) as [SimulatedCard, ...SimulatedCard[]]);
const at = z.coerce.date();
const metadata = z.record(z.string(), z.string());

export const BODIES = {
  customer: z.object({ email: z.string(), name: z.string().nullable(), metadata, card: z.string().nullable() }),
  card: z.object({ card: Card, savedAt: at }),
  checkout: z.object({
    mode: z.enum(["subscription", "setup"]),
    status: z.enum(["open", "complete", "expired"]),
    cents: z.number().int().nullable(),
    product: z.string().nullable(),
    successUrl: z.string(),
    cancelUrl: z.string(),
    expiresAt: at,
    /** The card whose holder is being asked whether it is them. */
    asked: Card.nullable(),
    subscription: z.string().nullable(),
    card: z.string().nullable(),
  }),
  subscription: z.object({
    status: z.enum(["active", "past_due", "ended"]),
    cents: z.number().int(),
    product: z.string(),
    startedAt: at,
    /** Which period runs, counted from 0. */
    period: z.number().int(),
    periodStart: at,
    periodEnd: at,
    cancelAtEnd: z.boolean(),
    endedAt: at.nullable(),
    /** The invoice of the period that runs. */
    invoice: z.string(),
  }),
  charge: z.object({
    cents: z.number().int(),
    description: z.string(),
    metadata,
    /** Why it failed; null when it did not. */
    code: z.string().nullable(),
  }),
  invoice: z.object({
    status: z.enum(["draft", "open", "paid", "void"]),
    number: z.string().nullable(),
    description: z.string().nullable(),
    metadata,
    lines: z.array(
      z.object({
        id: z.string(),
        description: z.string(),
        cents: z.number().int(),
        period: z.object({ start: at, end: at }),
        metadata,
      }),
    ),
    finalisedAt: at.nullable(),
    paidAt: at.nullable(),
    failure: z.string().nullable(),
    /** What of it was paid back, and when. */
    refund: z.object({ id: z.string(), cents: z.number().int(), at }).nullable().default(null),
  }),
  portal: z.object({ returnUrl: z.string(), expiresAt: at }),
  dispute: z.object({ purpose: z.string().nullable(), at }),
} as const;

export type Kind = keyof typeof BODIES;
export type Body<K extends Kind> = z.output<(typeof BODIES)[K]>;

/** How the ids of each kind begin. They end in chance: whoever knows a page's id may act on it, as at Stripe. */
export const PREFIXES: Readonly<Record<Kind, string>> = {
  customer: "cus_sim_",
  card: "pm_sim_",
  checkout: "cs_sim_",
  subscription: "sub_sim_",
  charge: "pi_sim_",
  invoice: "in_sim_",
  portal: "bps_sim_",
  dispute: "dp_sim_",
};
