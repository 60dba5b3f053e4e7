import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { HOUR_MS } from "@/lib/platform/duration";
import { stopNciiListing } from "../formats";
import type { StopNciiKeys } from "../schemas";
import { type Caller, Records, readEach, ServiceFault } from "./call";
import type { FetchedPage, Service } from "./service";

const PAGE_SIZE = 800;
/** As its own client starts. */
const BEGINNING = 10;
/** Its page tokens don't last. Afterwards the same span is read again from its start. */
const TOKEN_MS = HOUR_MS;

const Cursor = z.object({ start: z.number(), token: z.string().nullable(), tokenAt: z.number() });
type Cursor = z.infer<typeof Cursor>;

const Page = z.object({
  count: z.number().optional(),
  nextPageToken: z.string().max(8_192).nullish(),
  nextSetTimestamp: z.number(),
  hasMoreRecords: z.boolean(),
  hashRecords: Records,
});

type Endpoint = "FetchHashes" | "SubmitHashes" | "SubmitFeedback";

/** Which of these PDQ hashes we submitted ourselves. */
type FindOwn = (pdqs: readonly string[]) => Promise<ReadonlySet<string>>;

/** StopNCII.org: people's own cases by PDQ, and hashes that platforms confirmed. Each endpoint has its own key. */
export function stopNcii({ call }: Caller, keys: StopNciiKeys, findOwn: FindOwn): Service {
  const headersFor = (endpoint: Endpoint) => {
    const key = { FetchHashes: keys.fetchKey, SubmitHashes: keys.submitKey, SubmitFeedback: keys.feedbackKey }[
      endpoint
    ];
    if (!key) throw new ServiceFault(`Set the function key of ${endpoint}.`, "unsent");
    return { "x-functions-key": key, "Ocp-Apim-Subscription-Key": keys.subscriptionKey };
  };
  const post = (endpoint: Endpoint, body: object) =>
    call({
      method: "POST",
      path: `/${endpoint}`,
      headers: { ...headersFor(endpoint), "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  return {
    takesSha256: false,
    knowsByValue: true,
    atOnce: 100,
    fetchPage: (cursor) => fetchPage(readCursor(cursor)),
    async submit(hashes) {
      const lastModtimestamp = seconds();
      const hashRecords = hashes.map(({ pdq: hashValue }) => ({
        ...{ lastModtimestamp, signalType: "ImagePDQ", hashValue },
        CSPFeedbacks: [{ feedbackValue: "Blocked", tags: [] }],
      }));
      await post("SubmitHashes", { count: hashRecords.length, hashRecords });
      return null;
    },
    async withdraw(hashes) {
      const hashFeedbacks = hashes.map(({ pdq: hashValue }) => ({ hashValue, feedbackValue: "Withdrawn", tags: [] }));
      await post("SubmitFeedback", { count: hashFeedbacks.length, hashFeedbacks });
      return null;
    },
  };

  async function fetchPage({ start, token }: Cursor): Promise<FetchedPage> {
    const query = new URLSearchParams({ startTimestamp: String(start), pageSize: String(PAGE_SIZE) });
    if (token) query.set("nextPageToken", token);
    const read = Page.safeParse(
      await call({ method: "GET", path: "/FetchHashes", query, headers: headersFor("FetchHashes") }),
    );
    if (!read.success) throw new ServiceFault("Its answer is not a page of hashes.");
    const { count, hashRecords, hasMoreRecords: hasMore, nextPageToken, nextSetTimestamp } = read.data;
    if (count !== undefined && count > hashRecords.length) throw new ServiceFault("Its page is cut off.");
    if (hasMore && (!nextPageToken || nextPageToken === token)) throw new ServiceFault("Its pages don’t go on.");
    const own = await findOwn((await readEach(hashRecords, PAGE_SIZE, hashIn)).flat());
    return {
      readings: await readEach(hashRecords, PAGE_SIZE, (record) => stopNciiListing(record, (pdq) => own.has(pdq))),
      hasMore,
      cursor: JSON.stringify(
        hasMore
          ? { start, token: nextPageToken ?? null, tokenAt: clock.now().getTime() }
          : { start: nextSetTimestamp, token: null, tokenAt: 0 },
      ),
    };
  }
}

const hashIn = (record: unknown): string[] => {
  const read = z.object({ hashValue: z.string() }).safeParse(record);
  return read.success ? [read.data.hashValue.toLowerCase()] : [];
};

function readCursor(text: string | null): Cursor {
  if (text === null) return { start: BEGINNING, token: null, tokenAt: 0 };
  const cursor = Cursor.parse(JSON.parse(text));
  return clock.now().getTime() - cursor.tokenAt > TOKEN_MS ? { ...cursor, token: null } : cursor;
}

const seconds = (): number => Math.floor(clock.now().getTime() / 1000);
