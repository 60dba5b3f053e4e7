"use server";

import { requireCreator, run } from "@/app/(creator)/creator/creator";
import { keepVisit } from "@/app/(hosted)/browser";
import { action, read } from "@/app/action";
import type { FormState } from "@/components/ui/form";
import { openConsent } from "@/lib/domain/scenes";

/** Opens the page where a performer signs or refuses. */
export const openConsentAction = action(requireCreator, [read.id], async (ctx, performerId): Promise<FormState> => {
  return run(
    ctx,
    async (by) => {
      const { url, cookie } = await openConsent(by, performerId);
      if (cookie) await keepVisit(cookie);
      return { url };
    },
    ({ url }) => new URL(url).pathname,
  );
});
