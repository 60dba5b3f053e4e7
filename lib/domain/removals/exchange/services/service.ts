import type { Reading } from "../formats";

/** A page of what a service lists, and where the next one starts. */
export type FetchedPage = { readings: Reading[]; cursor: string; hasMore: boolean };

/** A hash to tell a service about. `remoteId`: the service's own name for it, if it gave one. */
export type Told = { hashId: string; pdq: string | null; sha256: string | null; remoteId: string | null };

/** How a service is spoken to. Each call throws `ServiceFault`. */
export type Service = {
  /** The next page after `cursor`, or the first. */
  fetchPage: (cursor: string | null) => Promise<FetchedPage>;
  /** Whether it takes such hashes. */
  takesSha256: boolean;
  /** How many hashes it takes in a call. */
  atOnce: number;
  /** Whether it withdraws a hash by its value. Otherwise by its own name, which it tells when the hash is submitted, also again. */
  knowsByValue: boolean;
  /** Tells it of hashes. Each returns its own name for a single one, if it gives names. */
  submit: (hashes: readonly [Told, ...Told[]]) => Promise<string | null>;
  withdraw: (hashes: readonly [Told, ...Told[]]) => Promise<string | null>;
};
