import { findKeyByHash, isUsable, type KeyRecord } from "@/lib/domain/keys/find-key";
import { hasKeyShape } from "@/lib/domain/keys/key-text";
import { clock } from "@/lib/platform/clock";
import { hashToken } from "@/lib/platform/crypto";
import { Forbidden, Unauthorized } from "@/lib/platform/errors";
import type { RateLimiter, Standing } from "@/lib/platform/rate-limit/memory-limiter";
import { limitedBy } from "./client-address";
import type { Incoming } from "./declaration";
import { TooManyRequests } from "./failures";
import { WINDOWS } from "./rate-limits";

/** What is learnt about a call on its way in; filled step by step, so that a refusal can be answered and logged too. */
export type Admission = { key: KeyRecord | null; standing: Standing | null };

/**
 * Decides whether a call may go on to its route: flood ceiling, key, the window of the key or the address, test mode,
 * partner. Returns the key. Throws `TooManyRequests`, `Unauthorized` or `Forbidden`; `admission` then says which window
 * the answer's headers describe.
 */
export async function admit(incoming: Incoming, limiter: RateLimiter, admission: Admission): Promise<KeyRecord> {
  const place = limitedBy(incoming.address);
  // An unknown address stands for everybody: a ceiling over all of them would be a ceiling over the service.
  if (incoming.address !== null) {
    const flood = await limiter.take(WINDOWS.flood, place);
    if (!flood.admitted) throw tooMany(admission, flood);
  }
  const credential = await authenticate(incoming.header("authorization"), now());
  admission.key = credential.key;
  // Everything without a usable or known key counts for its address, so that keys cannot be guessed quickly.
  admission.standing =
    credential.verdict === "refused" || !credential.key
      ? await limiter.take(WINDOWS.unkeyed, place)
      : await limiter.take(WINDOWS.key, credential.key.id);
  if (!admission.standing.admitted) throw tooMany(admission, admission.standing);
  switch (credential.verdict) {
    case "refused":
      throw new Unauthorized();
    case "test_key":
      throw new Forbidden(
        "There is no sandbox: test keys are not accepted. Create a live key in the partner portal.",
        "TEST_MODE_UNAVAILABLE",
      );
    case "inactive_partner":
      throw new Forbidden("The partner account is not active");
    case "accepted":
      return credential.key;
  }
}

/** Headers' worth of a standing for an answer that failed before any window was asked. */
export async function fallbackStanding(incoming: Pick<Incoming, "address">, limiter: RateLimiter): Promise<Standing> {
  try {
    return await limiter.peek(WINDOWS.unkeyed, limitedBy(incoming.address));
  } catch {
    const { limit } = WINDOWS.unkeyed;
    return { admitted: true, limit, remaining: limit, reset: now() };
  }
}

function tooMany(admission: Admission, standing: Standing): TooManyRequests {
  admission.standing = standing;
  return new TooManyRequests(standing, now());
}

const now = (): number => clock.now().getTime();

const TEST_PREFIX = "svc_test_";

/** Who a bearer token says it is. `key` is set whenever the key is known, so that the call can be logged for its partner. */
type Credential =
  | { verdict: "accepted" | "inactive_partner"; key: KeyRecord }
  | { verdict: "refused" | "test_key"; key: KeyRecord | null };

/** Looks at an `Authorization` header. Contract: Authentication, 1 to 6; `now` in epoch milliseconds. */
async function authenticate(authorization: string | undefined, now: number): Promise<Credential> {
  const token = bearerToken(authorization);
  if (token === null) return { verdict: "refused", key: null };
  const isTest = token.startsWith(TEST_PREFIX);
  // What cannot be a key costs no query.
  const key = hasKeyShape(token) ? await findKeyByHash(hashToken(token)) : null;
  if (isTest) return { verdict: "test_key", key };
  if (!key || !isUsable(key, now)) return { verdict: "refused", key };
  return { verdict: key.partnerActive ? "accepted" : "inactive_partner", key };
}

/** The token of a `Bearer` credential, whose scheme is case-insensitive (RFC 9110); null when there is none. */
function bearerToken(authorization: string | undefined): string | null {
  return /^bearer +([^\s]+) *$/i.exec(authorization ?? "")?.[1] ?? null;
}
