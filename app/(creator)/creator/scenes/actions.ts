"use server";

import { keepVisit } from "@/app/(hosted)/browser";
import { action, read } from "@/app/action";
import { openAfter } from "@/app/forms";
import { requireCreator } from "@/app/session";
import { openConsent } from "@/lib/domain/scenes";

/** Opens the page where a performer signs or refuses. */
export const openConsentAction = action(requireCreator, [read.id], async (ctx, performerId) =>
  openAfter(ctx, async (by) => {
    const { url, cookie } = await openConsent(by, performerId);
    await keepVisit(cookie);
    return new URL(url).pathname;
  }),
);
