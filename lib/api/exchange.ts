/**
 * One HTTP call as the kernel sees it, whoever received it. Both ways of serving (a Web `Request`, a Node socket)
 * bring it to this form, so that there is one pipeline, and the hot one pays for no objects that it does not use.
 */
export type Incoming = {
  method: string;
  /** As sent: percent-encoded, without the query. */
  path: string;
  /** As sent, without the question mark; empty when there is none. */
  search: string;
  requestId: string;
  /** The caller's address; null when nothing that we trust told it. */
  address: string | null;
  header(name: string): string | undefined;
  /** Names and values in turn, as received. */
  rawHeaders(): readonly string[];
  /** The whole body. Throws `PayloadTooLarge` once more than `limit` bytes have come, without waiting for the rest. */
  readBody(limit: number): Promise<Uint8Array>;
};

/** The answer, complete: nothing here is streamed. */
export type Outgoing = { status: number; headers: Record<string, string>; body: string };

export type PathParams = Readonly<Record<string, string>>;
