import { cookies } from "next/headers";
import { z } from "zod";
import { keepCookie } from "@/app/(hosted)/browser";
import { PERFORMERS_MAX } from "@/lib/domain/scenes/labels";
import { openFor, sealFor } from "@/lib/platform/crypto";
import { DAY_MS } from "@/lib/platform/duration";
import { emailAddress } from "@/lib/platform/wire";
import { startOf } from "./visitor";

// What a creator typed for a collab scene before they attest. Only their browser keeps it: a URL with other people's addresses
// would end up in logs, and a form alone would lose them on reload.

const Draft = z.object({
  performers: z.array(emailAddress).min(1).max(PERFORMERS_MAX),
  /** The day of production as typed. */
  day: z.string(),
});
type Draft = z.infer<typeof Draft>;

const COOKIE = "attest_draft";
const PURPOSE = "attest-draft";
const KEPT_SECONDS = DAY_MS / 1000;

/** Keep what the creator typed, in this browser and for this link only. Ten of the longest addresses fit into a cookie. */
export async function keepDraft(token: string, draft: Draft): Promise<void> {
  const sealed = sealFor(
    PURPOSE,
    Buffer.from(JSON.stringify({ ...draft, day: draft.day.slice(0, "YYYY-MM-DD".length) })),
    token,
  );
  await setCookie(token, sealed.toString("base64url"), KEPT_SECONDS);
}

export const forgetDraft = (token: string): Promise<void> => setCookie(token, "", 0);

/** What `keepDraft` kept; null without it. */
export async function findDraft(token: string): Promise<Draft | null> {
  const kept = (await cookies()).get(COOKIE)?.value;
  if (!kept) return null;
  try {
    return Draft.parse(JSON.parse(openFor(PURPOSE, Buffer.from(kept, "base64url"), token).toString()));
  } catch {
    return null;
  }
}

const setCookie = (token: string, value: string, maxAge: number): Promise<void> =>
  keepCookie({ name: COOKIE, value, maxAge, path: startOf(token) });
