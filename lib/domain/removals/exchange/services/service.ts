import type { Reading } from "../formats";

/** A page of what a service lists, and where the next one starts. */
export type FetchedPage = { readings: Reading[]; cursor: string; hasMore: boolean };

/** A hash to tell a service about. `remoteId`: the service's own name for it, if it gave one. */
export type Told = { hashId: string; pdq: string | null; sha256: string | null; remoteId: string | null };

/** What came of it. `refused`: the service takes none of it, so it isn't sent again. */
export type Outcome = { hashId: string; remoteId: string | null; refused: string | null };

/** How a service is spoken to. Each call throws `ServiceFault`. */
export type Service = {
  /** The next page after `cursor`, or the first. */
  fetchPage: (cursor: string | null) => Promise<FetchedPage>;
  /** Whether it takes such hashes. */
  takesSha256: boolean;
  submit: (hashes: readonly Told[]) => Promise<Outcome[]>;
  withdraw: (hashes: readonly Told[]) => Promise<Outcome[]>;
};
