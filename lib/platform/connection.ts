/** What every connection to the database has, of a pool or alone: it notices within half a minute when the server vanishes. */
export const connectionTo = (databaseUrl: string, name?: string) => ({
  connectionString: databaseUrl,
  ...(name && { application_name: name }),
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

/** So that the server notices a vanished process within half a minute and frees its locks. */
export const KEEPALIVES = `
  SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4; SET tcp_user_timeout = '30s'`;
