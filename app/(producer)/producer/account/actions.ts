"use server";

import { revalidatePath } from "next/cache";
import { action, read } from "@/app/action";
import { outcomeOf, refused, textOf, valuesOf } from "@/app/forms";
import { requireProducer } from "@/app/session";
import type { FormState } from "@/components/ui/form";
import { renameProducer } from "@/lib/domain/productions";

export const renameProducerAction = action(
  requireProducer,
  [read.state, read.form],
  async (ctx, _, form): Promise<FormState> => {
    const outcome = await outcomeOf(ctx, (by) => renameProducer(by, { name: textOf(form, "name") }));
    const values = valuesOf(form);
    if (!outcome.ok) return { values, ...refused(outcome) };
    revalidatePath("/producer", "layout");
    return { ok: true, values };
  },
);
