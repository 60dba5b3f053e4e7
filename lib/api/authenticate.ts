import { findKeyByHash, isUsable, type KeyRecord } from "@/lib/domain/keys/find-key";
import { hasKeyShape } from "@/lib/domain/keys/key-text";
import { hashToken } from "@/lib/platform/crypto";

const TEST_PREFIX = "svc_test_";

/** Who a bearer token says it is. `key` is set whenever the key is known, so that the call can be logged for its partner. */
export type Credential =
  | { verdict: "accepted" | "inactive_partner"; key: KeyRecord }
  | { verdict: "refused" | "test_key"; key: KeyRecord | null };

/** Looks at an `Authorization` header. Contract: Authentication, 1 to 6; `now` in epoch milliseconds. */
export async function authenticate(authorization: string | undefined, now: number): Promise<Credential> {
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
export function bearerToken(authorization: string | undefined): string | null {
  return /^bearer +([^\s]+) *$/i.exec(authorization ?? "")?.[1] ?? null;
}
