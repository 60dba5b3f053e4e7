import { z } from "zod";

/** What the contract promises each partner: requests in 60 seconds for a key and from an address, and deliveries at once. */
export const PROMISED = { keyLimit: 300, addressLimit: 1_200, endpointConcurrency: 8 } as const;

const REQUESTS_MOST = 600_000;
const DELIVERIES_MOST = 256;

const from = (least: number, most: number, what: string) =>
  z.coerce
    .number({ error: `must be a number of ${what}` })
    .int({ error: `must be a whole number of ${what}` })
    .min(least, { error: `must be ${least} or more: the contract promises that` })
    .max(most, { error: `must be ${most} or less` })
    .optional();

/** A partner's limits. Those left out are as promised. The table has the same bounds. */
export const PartnerLimits = z.object({
  keyLimit: from(PROMISED.keyLimit, REQUESTS_MOST, "requests"),
  addressLimit: from(PROMISED.addressLimit, REQUESTS_MOST, "requests"),
  endpointConcurrency: from(PROMISED.endpointConcurrency, DELIVERIES_MOST, "deliveries"),
});
