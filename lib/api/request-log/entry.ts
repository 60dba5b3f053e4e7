/** One keyed call, as it waits to be written. Texts are complete and not yet redacted. */
export type LogEntry = {
  /** The id that the response carried as `X-Request-Id`. */
  id: string;
  /** Epoch milliseconds at which the call arrived. */
  at: number;
  partnerId: string;
  keyId: string;
  method: string;
  /** The declared path; null for an unknown one. */
  route: string | null;
  path: string;
  query: string;
  status: number;
  code: string | null;
  field: string | null;
  durationMs: number;
  ip: string | null;
  userAgent: string | null;
  /** Names and values in turn. */
  requestHeaders: readonly string[];
  requestBody: string | null;
  responseHeaders: Readonly<Record<string, string>>;
  responseBody: string;
};
