import type { Tx } from "./db";

/**
 * Every numbered advisory lock of the service, so that no two share a number. Each number spells four letters of its name.
 * Row locks are in lib/domain/parties/locks.ts and in the subjects' folders.
 */
export const LOCKS = {
  /** One process migrates a database at a time. */
  migrate: 0x6d69_6772,
  /** One process sets up a server's roles at a time. */
  roles: 0x726f_6c65,
  /** First of two keys, before a share of the search: a second indexer of it could overwrite a newer state with an older one. */
  search: 0x7365_6172,
  /** First of two keys, before a partner: one batch at a time assigns events their positions in the feed. */
  feed: 0x6665_6564,
  /** One process at a time adds entries to the transparency log. */
  tree: 0x7472_6565,
  /** First of two keys, before a live worker pool. */
  worker: 0x776f_726b,
  /** Hash seed for webhook endpoints: one sender at a time sends to an endpoint. */
  webhooks: 0x7765_6268,
  /** Tests: one run builds the template database at a time. */
  testTemplate: 0x7465_6d70,
  /** Tests: a run is using the server. */
  testServer: 0x7465_7374,
} as const;

/** Locks a name, such as `sign-in ada@example.com`, until the transaction ends. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}

/**
 * The same, together with others that share it. A call that waits for `lockName` gets it before later ones, unlike with a row,
 * whose sharers can make a writer wait forever.
 */
export async function shareName(tx: Tx, name: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`;
}
