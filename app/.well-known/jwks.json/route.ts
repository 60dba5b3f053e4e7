import { errorResponse } from "@/lib/api/failures";
import { readKeySet } from "@/lib/domain/productions/certificates";
import { KEY_SET_MAX_AGE_MS } from "@/lib/domain/productions/certificates/states";

export const dynamic = "force-dynamic";

/** The public keys of certificates, for everyone. Contract: Key set. */
export async function GET(): Promise<Response> {
  try {
    const set = await readKeySet();
    // The first key signs as soon as it exists, so the empty set must not be cached.
    const cacheControl = set.keys.length > 0 ? `public, max-age=${KEY_SET_MAX_AGE_MS / 1000}` : "no-store";
    return new Response(JSON.stringify(set), {
      headers: { "Content-Type": "application/jwk-set+json", "Cache-Control": cacheControl },
    });
  } catch (error) {
    return errorResponse(error);
  }
}
