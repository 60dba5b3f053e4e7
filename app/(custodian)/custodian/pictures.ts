"use server";

import { revalidatePath } from "next/cache";
import { action, read } from "@/app/action";
import { errorOf } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import { setBlursPictures } from "@/lib/domain/parties/people";

/** Keeps whether a custodian's pictures open blurred, as the checkbox in account settings says. */
export const setBlursPicturesAction = action(requireCustodian, [read.form], async (ctx, form) => {
  await errorOf(ctx, (by) => setBlursPictures(by, { blursPictures: form.get("blursPictures") === "on" }));
  revalidatePath("/account");
  revalidatePath("/custodian", "layout");
});
