"use server";

import { revalidatePath } from "next/cache";
import { action, read } from "@/app/action";
import { outcomeOf, refused, textOf, valuesOf } from "@/app/forms";
import { requireMember } from "@/app/session";
import type { FormState } from "@/components/ui/form";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { deleteFilter, renameFilter, saveFilter } from "@/lib/domain/parties/saved-filters";
import { NotFound } from "@/lib/platform/errors";
import { savedListOf, savedPathsOf } from "./saved-lists";

type Verb = (by: Ctx<PortalUserActor>) => Promise<void>;

/** Changes saved filters, which the menu of each list shows. */
async function changed(ctx: Ctx<PortalUserActor>, form: FormData, verb: Verb): Promise<FormState> {
  const outcome = await outcomeOf(ctx, verb);
  if (!outcome.ok) return { ...refused(outcome), values: valuesOf(form) };
  revalidatePath("/portal", "layout");
  return { ok: true };
}

export const saveFilterAction = action(
  requireMember,
  [read.text, read.text, read.state, read.form],
  (ctx, path, query, _, form) =>
    changed(ctx, form, async (by) => {
      const list = savedListOf(path, by.actor.role);
      if (!list) throw new NotFound();
      const [name, isShared] = [textOf(form, "name"), form.has("shared")];
      await saveFilter(by, { path, query: list.queryOf(query), name, isShared });
    }),
);

export const renameFilterAction = action(requireMember, [read.id, read.state, read.form], (ctx, id, _, form) =>
  changed(ctx, form, (by) => renameFilter(by, { id, name: textOf(form, "name"), paths: savedPathsOf(by.actor.role) })),
);

export const deleteFilterAction = action(requireMember, [read.id, read.state, read.form], (ctx, id, _, form) =>
  changed(ctx, form, (by) => deleteFilter(by, { id, paths: savedPathsOf(by.actor.role) })),
);
