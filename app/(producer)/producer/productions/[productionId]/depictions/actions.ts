"use server";

import { redirect } from "next/navigation";
import { action, actionId, read } from "@/app/action";
import { openAfter, outcomeOf, refused, textOf, valuesOf } from "@/app/forms";
import { requireProducer } from "@/app/session";
import { listHref } from "@/components/lists/list-address";
import { productionHref } from "@/components/productions/producer/production-address";
import type { FormState } from "@/components/ui/form";
import { addDepiction, addLoggedDepictions, removeDepiction } from "@/lib/domain/productions";

const listOf = (id: string) => productionHref({ id }, "depictions");

/** Adds a depiction by hand. */
export const addDepictionAction = action(
  requireProducer,
  [read.id, read.state, read.form],
  async (ctx, productionId, _, form): Promise<FormState> => {
    const typed = {
      url: textOf(form, "url"),
      title: textOf(form, "title"),
      date: textOf(form, "date"),
      sha256: textOf(form, "sha256"),
    };
    const added = await outcomeOf(ctx, (by) => addDepiction(by, { productionId, ...typed }));
    if (!added.ok) return { ...refused(added), values: valuesOf(form) };
    redirect(listHref(listOf(productionId), { added: "1" }));
  },
);

/** Adds chosen records of the producer's content log. */
export const addLoggedAction = action(
  requireProducer,
  [read.id, read.state, read.form],
  async (ctx, productionId, _, form): Promise<FormState> => {
    const depictionIds = form.getAll("depictionId").map(actionId);
    if (depictionIds.length === 0) return { message: "Select at least one record." };
    const added = await outcomeOf(ctx, (by) => addLoggedDepictions(by, { productionId, depictionIds }));
    if (!added.ok) return refused(added);
    redirect(listHref(listOf(productionId), { added: String(added.value.added) }));
  },
);

/** Removes a depiction. */
export const removeDepictionAction = action(
  requireProducer,
  [read.id, read.id],
  async (ctx, productionId, depictionId) =>
    openAfter(ctx, (by) => removeDepiction(by, { productionId, depictionId }), listOf(productionId)),
);
