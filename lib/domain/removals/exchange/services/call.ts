import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { FileProblem, fileText } from "@/lib/platform/file-text";
import { createReceiverPools, parseReceiverUrl, UnusableAddress } from "@/lib/platform/receivers";
import { readBounded } from "@/lib/platform/signing/timestamp";
import { letOthersRun } from "@/lib/platform/streams";
import { quickToParse } from "../formats";

/** Answers that say that nothing was taken. Any other may come from something in between. */
const NOT_TAKEN: readonly number[] = [400, 401, 403, 404, 413, 422, 429];

/** Why a service's answer can't be used, in words for custodians. Never with an address, which may have a key in it. */
export class ServiceFault extends Error {
  override name = "ServiceFault";
  readonly status: number | null;
  private readonly isUnsent: boolean;
  constructor(message: string, status: number | "unsent" | null = null) {
    super(message);
    this.isUnsent = status === "unsent";
    this.status = status === "unsent" ? null : status;
  }
  /** The service failed or didn't answer. */
  get isItsOwn(): boolean {
    return this.status === null || this.status >= 500;
  }
  /** It may have taken what it was told. */
  get mayBeTaken(): boolean {
    return !this.isUnsent && (this.status === null || !NOT_TAKEN.includes(this.status));
  }
}

const ANSWER_MS = 60_000;
const ANSWER_MOST = 16 * 1024 * 1024;
/** Of a page: more than a hundred for each record. */
const VALUES_MOST = 100_000;

type Call = {
  method: "GET" | "POST" | "DELETE";
  /** Below the source's URL. */
  path: string;
  query?: URLSearchParams;
  headers?: Record<string, string>;
  body?: string;
};

export type Caller = { call: (call: Call) => Promise<unknown>; baseUrl: string };

/**
 * Calls the service at a URL, only on the public internet unless private addresses are allowed, with its certificate verified, without following
 * redirects, within a minute. `call` returns the whole answer as JSON, and throws `ServiceFault` for anything but a success.
 */
export async function withCaller<T>(baseUrl: string, run: (caller: Caller) => Promise<T>): Promise<T> {
  const { allowPrivateWebhooks: allowPrivate } = env();
  const pools = createReceiverPools({ allowPrivate });
  const call = async ({ method, path, query, headers, body }: Call): Promise<unknown> => {
    const signal = AbortSignal.timeout(ANSWER_MS);
    try {
      const { origin, pathname } = parseReceiverUrl(baseUrl, { allowPrivate });
      const answer = await pools.poolOf("hash source", origin).request({
        method,
        path: `${pathname.replace(/\/$/, "")}${path}${query ? `?${query}` : ""}`,
        headers: { ...headers, Accept: "application/json", "User-Agent": `${SERVICE_NAME}-Exchange/1` },
        body: body ?? null,
        signal,
      });
      const text = await readBounded(answer, ANSWER_MOST);
      if (answer.statusCode < 200 || answer.statusCode > 299) {
        throw new ServiceFault(`It answered ${answer.statusCode}.`, answer.statusCode);
      }
      for await (const _ of quickToParse(fileText(only(text)), VALUES_MOST));
      return text.length > 0 ? JSON.parse(text.toString("utf8")) : null;
    } catch (error) {
      throw asFault(error, signal);
    }
  };
  try {
    return await run({ call, baseUrl });
  } finally {
    await pools.close();
  }
}

async function* only(text: Buffer): AsyncGenerator<Buffer> {
  yield text;
}

/** Reads each record of a page, and refuses more than a few times what was asked for. Other work runs between them. */
export async function readEach<T>(records: unknown[], asked: number, read: (record: unknown) => T): Promise<T[]> {
  if (records.length > 4 * asked) throw new ServiceFault("Its answer has too many records.");
  const readings: T[] = [];
  for await (const record of letOthersRun(records)) readings.push(read(record));
  return readings;
}

/** Records that zod doesn't look into. */
export const Records = z.custom<unknown[]>(Array.isArray);

/** Errors of a call before there was a connection. */
const UNREACHED = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

function asFault(error: unknown, signal: AbortSignal): ServiceFault {
  if (error instanceof ServiceFault) return error;
  if (signal.aborted) return new ServiceFault("It didn’t answer within a minute.");
  if (error instanceof UnusableAddress) return new ServiceFault(error.message, "unsent");
  if (error instanceof FileProblem) return new ServiceFault("Its answer has too many values, or is not text.");
  if (error instanceof SyntaxError) return new ServiceFault("Its answer is not JSON.");
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const words = `It could not be reached${code ? ` (${code})` : ""}.`;
  return new ServiceFault(words, UNREACHED.includes(code) ? "unsent" : null);
}
