import { clock } from "@/lib/platform/clock";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";

export const SECURITY_TXT_PATH = "/.well-known/security.txt";
const VALID_DAYS = 180;

/** Where to report a vulnerability (RFC 9116). Not a static file, because its expiry date would pass unnoticed. */
export function securityTxt(): Response {
  const { baseUrl, securityContact } = env();
  // To the day, so that the text changes once a day.
  const until = new Date(clock.now().getTime() + VALID_DAYS * DAY_MS).toISOString().slice(0, 10);
  const fields = [
    `Contact: ${securityContact}`,
    `Expires: ${until}T00:00:00Z`,
    "Preferred-Languages: en",
    `Canonical: ${baseUrl}${SECURITY_TXT_PATH}`,
  ];
  return new Response(`${fields.join("\r\n")}\r\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=86400" },
  });
}
