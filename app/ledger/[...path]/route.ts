import { clientOf, limitedBy } from "@/lib/api/client-address";
import { errorResponse, TooManyRequests } from "@/lib/api/failures";
import { RATE_LIMITS } from "@/lib/api/rate-limits";
import { readCheckpoint, readStampFile, readTile, tilePlace } from "@/lib/domain/core/transparency";
import { clock } from "@/lib/platform/clock";
import { NotFound } from "@/lib/platform/errors";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";

export const dynamic = "force-dynamic";

const CHECKPOINT = "/ledger/checkpoint";
const STAMPS = "/ledger/stamps/";
const TILES = "/ledger/tile/";

// A page or a program of anyone may verify. What is served depends on no cookie.
const PUBLIC = { "Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff" };

/** The transparency log over the ledger (c2sp.org/tlog-tiles), for everyone. See docs/transparency.md. */
export async function GET(request: Request): Promise<Response> {
  try {
    const { ip } = clientOf(request.headers);
    // Callers without a known address would share one ceiling, which would limit the whole service.
    if (ip) {
      const status = await rateLimiter().take(RATE_LIMITS.flood, limitedBy(ip));
      if (!status.admitted) throw new TooManyRequests(status, clock.now().getTime());
    }
    const { pathname } = new URL(request.url);
    if (pathname === CHECKPOINT) return checkpointResponse(await readCheckpoint());
    if (pathname.startsWith(STAMPS)) return fixedResponse(await readStampFile(pathname.slice(STAMPS.length)), "stamp");
    const place = pathname.startsWith(TILES) ? tilePlace(pathname.slice(TILES.length)) : null;
    return fixedResponse(place && (await readTile(place)), "tile");
  } catch (error) {
    return errorResponse(error);
  }
}

function checkpointResponse(note: string | null): Response {
  if (note === null) throw new NotFound("The ledger has no checkpoint yet");
  return new Response(note, {
    headers: { ...PUBLIC, "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=2" },
  });
}

/** Leaves and stamps never change, so no part of a tile does. */
function fixedResponse(bytes: Buffer | null, what: "tile" | "stamp"): Response {
  if (bytes === null) throw new NotFound(`The ledger has no such ${what}`);
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...PUBLIC,
      "Content-Type": "application/octet-stream",
      "Content-Length": String(bytes.length),
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
}
