"use server";

import { revalidatePath } from "next/cache";
import { action, read } from "@/app/action";
import { change, outcomeOf, refused } from "@/app/forms";
import { requireEditor } from "@/app/session";
import { takedownHref } from "@/components/shell/addresses";
import type { FormState } from "@/components/ui/form";
import { checkTakedownUrl, markTakedownDone } from "@/lib/domain/removals";

export const markDoneAction = action(requireEditor, [read.id], (ctx, id) =>
  change(ctx, takedownHref({ id }), (by) => markTakedownDone(by, id)),
);

export const checkUrlAction = action(
  requireEditor,
  [read.id, read.state, read.form],
  async (ctx, id): Promise<FormState> => {
    const outcome = await outcomeOf(ctx, (by) => checkTakedownUrl(by, id));
    if (!outcome.ok) return refused(outcome);
    revalidatePath(takedownHref({ id }));
    return { ok: true };
  },
);
