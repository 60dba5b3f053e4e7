import { z } from "zod";
import { threatListing } from "../formats";
import type { ThreatExchangeKeys } from "../schemas";
import { type Caller, Records, readEach, ServiceFault } from "./call";
import type { FetchedPage, Service, Told } from "./service";

const PAGE_SIZE = 500;
/** Characters of the next page's address. */
const NEXT_MOST = 8_192;
const TYPES = "HASH_PDQ,HASH_SHA256";
const FIELDS = "id,indicator,type,last_updated,should_delete,descriptors{id,owner{id},status}";

/** `query`: of the next page of this span, without the token. `newest`: the newest update in it. */
const Cursor = z.object({ start: z.number(), query: z.string().nullable(), newest: z.number() });
type Cursor = z.infer<typeof Cursor>;

const Page = z.object({
  data: Records,
  paging: z.object({ next: z.string().optional() }).optional(),
});

/** A privacy group at ThreatExchange: updates in their order, and descriptors of our own. */
export function threatExchange(
  { call, baseUrl }: Caller,
  { accessToken }: ThreatExchangeKeys,
  groupId: string,
): Service {
  const appId = accessToken.slice(0, accessToken.indexOf("|"));
  const path = `/${groupId}/threat_updates/`;
  const form = { "Content-Type": "application/x-www-form-urlencoded" };

  async function fetchPage({ start, query: next, newest }: Cursor): Promise<FetchedPage> {
    const query = new URLSearchParams(next ?? { limit: String(PAGE_SIZE), types: TYPES, fields: FIELDS });
    if (next === null && start > 0) query.set("start_time", String(start));
    query.set("access_token", accessToken);
    const read = Page.safeParse(await call({ method: "GET", path, query }));
    if (!read.success) throw new ServiceFault("Its answer is not a page of updates.");
    const { data, paging } = read.data;
    const readings = await readEach(data, PAGE_SIZE, (update) => threatListing(update, appId));
    const latest = readings.reduce((most, { updatedAt = 0 }) => Math.max(most, updatedAt), Math.max(newest, start));
    const following = paging?.next ? nextQuery(paging.next) : null;
    if (following !== null && following === next) throw new ServiceFault("Its pages don’t go on.");
    const cursor: Cursor = following
      ? { start, query: following, newest: latest }
      : { start: latest, query: null, newest: latest };
    return { readings, hasMore: following !== null, cursor: JSON.stringify(cursor) };
  }

  /** What the address of the next page asks for. It must be the same list at the same service, and our token is not kept. */
  function nextQuery(text: string): string {
    const url = text.length <= NEXT_MOST && URL.canParse(text) ? new URL(text) : null;
    const own = new URL(`${baseUrl}${path}`);
    const isSame = url?.origin === own.origin && withoutSlash(url.pathname) === withoutSlash(own.pathname);
    if (!url || !isSame) throw new ServiceFault("Its next page is somewhere else.");
    url.searchParams.delete("access_token");
    return url.searchParams.toString();
  }

  async function submit({ pdq, sha256 }: Told): Promise<string> {
    const body = new URLSearchParams({
      access_token: accessToken,
      indicator: pdq ?? sha256 ?? "",
      type: pdq ? "HASH_PDQ" : "HASH_SHA256",
      description: "Intimate image shared without consent, confirmed by a custodian.",
      share_level: "AMBER",
      status: "MALICIOUS",
      privacy_type: "HAS_PRIVACY_GROUP",
      privacy_members: groupId,
      tags: "ncii",
    });
    const answer = await call({ method: "POST", path: "/threat_descriptors", headers: form, body: body.toString() });
    const read = z.object({ id: z.coerce.string().regex(/^[0-9]{1,40}$/) }).safeParse(answer);
    if (!read.success) throw new ServiceFault("Its answer names no descriptor.");
    return read.data.id;
  }

  async function withdraw({ remoteId }: Told): Promise<null> {
    try {
      const query = new URLSearchParams({ access_token: accessToken });
      await call({ method: "DELETE", path: `/${remoteId}`, query });
    } catch (error) {
      if (!(error instanceof ServiceFault) || error.status !== 404) throw error;
    }
    return null;
  }

  return {
    takesSha256: true,
    knowsByValue: false,
    fetchPage: (cursor) =>
      fetchPage(cursor === null ? { start: 0, query: null, newest: 0 } : Cursor.parse(JSON.parse(cursor))),
    atOnce: 1,
    submit: ([hash]) => submit(hash),
    withdraw: ([hash]) => withdraw(hash),
  };
}

const withoutSlash = (path: string): string => path.replace(/\/+$/, "");
