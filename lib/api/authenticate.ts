import { findKeyByHash, isUsable, type KeyRecord } from "@/lib/domain/keys/find-key";
import { hashToken } from "@/lib/platform/crypto";

const TEST_PREFIX = "svc_test_";
const LIVE_PREFIX = "svc_live_";
// Longer than any key; what is longer still is not worth hashing.
const MAX_KEY_LENGTH = 200;

/** Who a bearer token says it is. `key` is set whenever the key is known, so that the call can be logged for its partner. */
export type Credential =
  | { verdict: "accepted" | "inactive_partner"; key: KeyRecord }
  | { verdict: "refused" | "test_key"; key: KeyRecord | null };

/** Looks at an `Authorization` header. Contract: Authentication, 1 to 6; `now` in epoch milliseconds. */
export async function authenticate(authorization: string | undefined, now: number): Promise<Credential> {
  const token = bearerToken(authorization);
  if (token === null) return { verdict: "refused", key: null };
  const isTest = token.startsWith(TEST_PREFIX);
  const mayExist = (isTest || token.startsWith(LIVE_PREFIX)) && token.length <= MAX_KEY_LENGTH;
  const key = mayExist ? await findKeyByHash(hashToken(token)) : null;
  if (isTest) return { verdict: "test_key", key };
  if (!key || !isUsable(key, now)) return { verdict: "refused", key };
  return { verdict: key.partnerActive ? "accepted" : "inactive_partner", key };
}

/** The token of a `Bearer` credential, whose scheme is case-insensitive (RFC 9110); null when there is none. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^bearer +([^\s]+) *$/i.exec(authorization ?? "")?.[1] ?? null;
}
