"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { dayOf, endOf, errorOf, outcomeOf, problemsOf, refused, textOf, valuesOf } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import { ScopeItem } from "@/lib/domain/examinations";
import { changePackageScope, enterPackage, makePackage, PackageInput } from "@/lib/domain/examinations/packages";

const pathOf = (packageId: string) => `/custodian/packages/${packageId}`;

/** Enters a package and opens it, to choose its records. */
export const enterPackageAction = action(requireCustodian, [read.state, read.form], async (ctx, _, form) => {
  const [values, id] = [valuesOf(form), textOf(form, "id")];
  const input = PackageInput.safeParse({
    profile: textOf(form, "profile"),
    requester: textOf(form, "requester"),
    authority: textOf(form, "authority"),
    reason: textOf(form, "reason"),
    producedFrom: dayOf(textOf(form, "producedFrom")),
    producedUntil: endOf(dayOf(textOf(form, "producedUntil"))),
  });
  if (!input.success) return { errors: problemsOf(input.error), values };
  const outcome = await outcomeOf(ctx, (by) => enterPackage(by, { ...input.data, id }));
  if (!outcome.ok) return { ...refused(outcome), values };
  redirect(pathOf(id));
});

/** Adds something to what a package has (`to` is "in"), or removes it. */
export const packageScopeAction = action(
  requireCustodian,
  [read.id, read.text, read.id, read.text, read.state, read.form],
  async (ctx, packageId, kind, itemId, to) => {
    const item = ScopeItem.safeParse({ kind, itemId }).data;
    if (!item) return { message: "This can’t be added." };
    const { error } = await errorOf(ctx, (by) => changePackageScope(by, { packageId, ...item, isIn: to === "in" }));
    revalidatePath(pathOf(packageId));
    return error === undefined ? {} : { message: error };
  },
);

/** Starts making a package. */
export const makePackageAction = action(requireCustodian, [read.id, read.state, read.form], async (ctx, packageId) => {
  const { error } = await errorOf(ctx, (by) => makePackage(by, packageId));
  revalidatePath(pathOf(packageId));
  return error === undefined ? {} : { message: error };
});
