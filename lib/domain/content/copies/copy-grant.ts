import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { hmac, hmacMatches } from "@/lib/platform/crypto";
import { MINUTE_MS } from "@/lib/platform/duration";

const PURPOSE = "copy-view-grant";
const GRANT_MS = 10 * MINUTE_MS;

const Role = z.enum(["partner", "custodian"]);
const Grant = z.object({ depictionId: z.string(), userId: z.string(), as: Role, expiresAt: z.number() });

/** `as` what the person looks: what was asked for on behalf of a partner opens nothing to the custodian, nor the other way. */
type Granted = Omit<z.output<typeof Grant>, "expiresAt">;

/** A person's right to see the stored copy of one depiction for ten minutes. */
export function writeCopyGrant(granted: Granted): { grant: string; expiresAt: Date } {
  const expiresAt = new Date(clock.now().getTime() + GRANT_MS);
  const content = JSON.stringify({ ...granted, expiresAt: expiresAt.getTime() });
  const body = Buffer.from(content).toString("base64url");
  return { grant: `${body}.${hmac(PURPOSE, body).toString("base64url")}`, expiresAt };
}

/** Whether a grant lets this person see this copy: not when it is forged, for something or somebody else, or over. */
export function copyGrantHolds(grant: string | undefined, { depictionId, userId, as }: Granted): boolean {
  const [body, mac] = grant?.split(".") ?? [];
  if (!body || !mac || !hmacMatches(PURPOSE, body, Buffer.from(mac, "base64url"))) return false;
  const parsed = Grant.safeParse(JSON.parse(Buffer.from(body, "base64url").toString()));
  if (!parsed.success || parsed.data.depictionId !== depictionId || parsed.data.userId !== userId) return false;
  return parsed.data.as === as && parsed.data.expiresAt > clock.now().getTime();
}
