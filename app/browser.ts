import { clientOf } from "@/lib/api/client-address";
import type { Ctx } from "@/lib/domain/context";
import { newId } from "@/lib/platform/ids";

type HeaderReader = { get(name: string): string | null };

/** The browser of a request: what a context says beside who acts. */
export function browserOf(headers: HeaderReader): Omit<Ctx, "actor"> {
  const { ip, requestId = newId() } = clientOf(headers);
  const userAgent = headers.get("user-agent");
  return { requestId, ...(ip && { ip }), ...(userAgent && { userAgent }) };
}
