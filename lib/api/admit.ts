import { findKeyByHash, isUsable, type KeyRecord, knownKey, worksFrom } from "@/lib/domain/parties/keys/find-key";
import { hasKeyShape } from "@/lib/domain/parties/keys/key-text";
import { areaWord, includesScope, type NeededScope } from "@/lib/domain/parties/keys/scopes";
import { clock } from "@/lib/platform/clock";
import { hashToken } from "@/lib/platform/crypto";
import { readAnywhere } from "@/lib/platform/db";
import { Forbidden, Unauthorized } from "@/lib/platform/errors";
import type { RateLimiter, RateLimitStatus } from "@/lib/platform/rate-limit/memory-limiter";
import { limitedBy } from "./client-address";
import type { Incoming } from "./declaration";
import { TooManyRequests } from "./failures";
import { RATE_LIMITS } from "./rate-limits";

/**
 * What admission learns about a call. Filled step by step, so that refusals can also be answered and logged. `loggedCode`: why we
 * refused it, for the partner's log alone.
 */
export type Admission = {
  key: KeyRecord | null;
  limitStatus: RateLimitStatus | null;
  loggedCode: typeof OUTSIDE_NETWORKS | null;
};

/**
 * Decides whether a call may reach its route. Checks the address's ceiling, the key and its networks, the limit of the key or the
 * address, test mode, the partner and the key's scopes. `needed`: what the route needs of a restricted key; null for an unknown route.
 * Returns the key. Throws `TooManyRequests`, `Unauthorized` or `Forbidden`; `admission` then says which limit the answer's headers
 * describe.
 */
export async function admit(
  incoming: Incoming,
  limiter: RateLimiter,
  admission: Admission,
  needed: NeededScope | null,
): Promise<KeyRecord> {
  const network = limitedBy(incoming.address);
  // Callers without a known address would share one ceiling, which would limit the whole service.
  if (incoming.address !== null) {
    const flood = await limiter.take(RATE_LIMITS.flood, network);
    if (!flood.admitted) await takeRaised(incoming, limiter, { admission, flood, network });
  }
  const credential = await authenticate(incoming, now());
  admission.key = credential.key;
  if (credential.isOutside) admission.loggedCode = OUTSIDE_NETWORKS;
  // Calls without a usable key count for their address, so keys can't be guessed quickly.
  if (credential.verdict === "refused" || !credential.key) {
    admission.limitStatus = await limiter.take(RATE_LIMITS.unkeyed, network);
    if (!admission.limitStatus.admitted) throw tooMany(admission, admission.limitStatus);
  } else await countCall(credential.key, limiter, admission);
  switch (credential.verdict) {
    case "refused":
      throw new Unauthorized();
    case "test_key":
      throw new Forbidden(
        "There is no sandbox: test keys are not accepted. Create a live key in the partner portal. To rehearse events, open its Webhooks page.",
        "TEST_MODE_UNAVAILABLE",
      );
    case "inactive_partner":
      throw new Forbidden("The partner account is not active");
    case "accepted":
      if (needed && !includesScope(credential.key.scopes, needed)) throw insufficientScope(needed);
      return credential.key;
  }
}

function insufficientScope({ area, access }: NeededScope): Forbidden {
  return new Forbidden(
    `This key may not ${access} ${areaWord(area)}. Change its access in the partner portal.`,
    "insufficient_scope",
  );
}

/**
 * Admits a call above the address's ceiling if operators raised the ceiling for its partner. Looks only at keys in memory, because a
 * flood must not cost queries: a partner's calls below the ceiling brought its key there. Throws `TooManyRequests`.
 */
async function takeRaised(
  incoming: Incoming,
  limiter: RateLimiter,
  { admission, flood, network }: { admission: Admission; flood: RateLimitStatus; network: string },
): Promise<void> {
  const token = bearerToken(incoming.header("authorization"));
  const key = token !== null && hasKeyShape(token) ? knownKey(hashToken(token)) : null;
  const more = (key?.addressLimit ?? flood.limit) - flood.limit;
  if (!key || more <= 0 || !worksFrom(key, incoming.address)) throw tooMany(admission, flood);
  const limitStatus = await limiter.take({ ...RATE_LIMITS.raised, limit: more }, `${key.partnerId} ${network}`);
  if (!limitStatus.admitted) throw tooMany(admission, limitStatus);
}

/** Counts one request of a key. Throws `TooManyRequests`. */
export async function countCall(key: KeyRecord, limiter: RateLimiter, admission: Admission): Promise<void> {
  const { key: promised } = RATE_LIMITS;
  const limitStatus = await limiter.take({ ...promised, limit: key.keyLimit ?? promised.limit }, key.id);
  admission.limitStatus = limitStatus;
  if (!limitStatus.admitted) throw tooMany(admission, limitStatus);
}

/** The limit to show in an answer that failed before any limit was checked. */
export async function peekRateLimit(
  incoming: Pick<Incoming, "address">,
  limiter: RateLimiter,
): Promise<RateLimitStatus> {
  try {
    return await limiter.peek(RATE_LIMITS.unkeyed, limitedBy(incoming.address));
  } catch {
    const { limit } = RATE_LIMITS.unkeyed;
    return { admitted: true, limit, remaining: limit, reset: now() };
  }
}

function tooMany(admission: Admission, limitStatus: RateLimitStatus): TooManyRequests {
  admission.limitStatus = limitStatus;
  return new TooManyRequests(limitStatus, now());
}

const now = (): number => clock.now().getTime();

const TEST_PREFIX = "svc_test_";

/** The code of a call from outside its key's networks in the partner's request log. The caller gets none. */
export const OUTSIDE_NETWORKS = "outside_networks";

/**
 * The result of checking a bearer token. `key` is set for every known key, so the call can be logged for its partner. `isOutside`: the
 * key would work elsewhere.
 */
type Credential = { isOutside?: boolean } & (
  | { verdict: "accepted" | "inactive_partner"; key: KeyRecord }
  | { verdict: "refused" | "test_key"; key: KeyRecord | null }
);

/** Checks an `Authorization` header. Contract: Authentication, 1 to 6 and 10. `now` is in epoch milliseconds. */
async function authenticate(incoming: Incoming, now: number): Promise<Credential> {
  const token = bearerToken(incoming.header("authorization"));
  if (token === null) return { verdict: "refused", key: null };
  const isTest = token.startsWith(TEST_PREFIX);
  // Text that can't be a key costs no query.
  const key = hasKeyShape(token)
    ? await readFor(incoming, () => findKeyByHash(hashToken(token), incoming.address))
    : null;
  if (isTest) return { verdict: "test_key", key };
  if (!key || !isUsable(key, now)) return { verdict: "refused", key };
  if (!worksFrom(key, incoming.address)) return { verdict: "refused", key, isOutside: true };
  return { verdict: key.partnerActive ? "accepted" : "inactive_partner", key };
}

/** Runs a read for a call. Only a call that changes nothing may be answered from the standby. */
export const readFor = <T>({ method }: Incoming, read: () => Promise<T>): Promise<T> =>
  method === "GET" ? readAnywhere(read) : read();

/** The token of a `Bearer` credential, whose scheme is case-insensitive (RFC 9110). Null if there is none. */
function bearerToken(authorization: string | undefined): string | null {
  return /^bearer +([^\s]+) *$/i.exec(authorization ?? "")?.[1] ?? null;
}
