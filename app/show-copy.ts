import { cookies } from "next/headers";
import { outcomeOf } from "@/app/outcome";
import { isSecure } from "@/app/session-cookies";
import type { OpenedCopy } from "@/components/content/stored-copy";
import type { Ctx } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";

/**
 * Opens a stored copy by `open`, and lets this browser see it for as long as that says: the grant lies in `cookie`, which is
 * only sent to where the copy is read.
 */
export async function showCopyBy<C extends Ctx>(
  ctx: C,
  cookie: { name: string; path: string },
  open: (ctx: C) => Promise<{ grant: string; expiresAt: Date }>,
): Promise<OpenedCopy> {
  const opened = await outcomeOf(ctx, open);
  if (!opened.ok) return { error: opened.error };
  const { grant, expiresAt } = opened.value;
  // How long, not until when: what time it is, browsers do not agree on.
  const forMs = expiresAt.getTime() - clock.now().getTime();
  (await cookies()).set({
    ...cookie,
    value: grant,
    maxAge: Math.ceil(forMs / 1000),
    httpOnly: true,
    sameSite: "strict",
    secure: isSecure(),
  });
  return { forMs, look: expiresAt.getTime() };
}
