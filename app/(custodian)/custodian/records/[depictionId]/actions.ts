"use server";

import { cookies } from "next/headers";
import { actionId } from "@/app/action-id";
import { custodianCopyCookie } from "@/app/copy-cookie";
import { outcomeOf } from "@/app/outcome";
import { requireCustodian } from "@/app/session";
import { isSecure } from "@/app/session-cookies";
import type { OpenedCopy } from "@/components/content/stored-copy";
import { openCopyAsCustodian } from "@/lib/domain/content";
import { isViewPurpose } from "@/lib/domain/identity/view-purposes";
import { clock } from "@/lib/platform/clock";

/** Lets this browser see the stored copy for ten minutes, for a stated purpose; who and why is in the ledger. */
export async function showCopyFor(id: string, purpose: string): Promise<OpenedCopy> {
  const ctx = await requireCustodian();
  const depictionId = actionId(id);
  if (typeof purpose !== "string" || !isViewPurpose(purpose) || purpose === "identity_review") {
    return { error: "Say why you need to see it." };
  }
  const opened = await outcomeOf(ctx, (by) => openCopyAsCustodian(by, { depictionId, purpose }));
  if (!opened.ok) return { error: opened.error };
  const { grant, expiresAt } = opened.value;
  const forMs = expiresAt.getTime() - clock.now().getTime();
  (await cookies()).set({
    ...custodianCopyCookie(depictionId),
    value: grant,
    maxAge: Math.ceil(forMs / 1000),
    httpOnly: true,
    sameSite: "strict",
    secure: isSecure(),
  });
  return { forMs, look: expiresAt.getTime() };
}
