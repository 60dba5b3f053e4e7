"use server";

import { notFound, redirect } from "next/navigation";
import { asStranger, keepCookie, networkMayAgain } from "@/app/(hosted)/browser";
import { action, anybody, read } from "@/app/action";
import { outcomeOf, textOf } from "@/app/forms";
import { finishHandoff, removePhoto, takeHandoff } from "@/lib/domain/identity";
import { isPhotoKind } from "@/lib/domain/identity/documents";
import { logRefusal } from "@/lib/platform/log";
import { getPhone, phonePage } from "./phone";

/** The button behind the code. Opening the link uses nothing up, so scanners may. */
export const takeHandoffAction = action(anybody, [read.link, read.form], async (_, token, form): Promise<void> => {
  if (!(await networkMayAgain("photo handoffs", 60))) redirect(`${phonePage(token)}?often`);
  const cookie = await asStranger("handoff", (ctx) => takeHandoff(ctx, { token, press: textOf(form, "press") }));
  if (!cookie) {
    logRefusal("handoff", { subject: token });
    notFound();
  }
  await keepCookie(cookie);
  redirect(phonePage(token));
});

export const removeOnPhoneAction = action(getPhone, [read.link, read.form], async ({ ctx, step }, token, form) => {
  const kind = textOf(form, "kind");
  const isOwn = step.photos.some((photo) => photo.kind === kind && photo.isOwn);
  if (isPhotoKind(kind) && isOwn) await outcomeOf(ctx, (by) => removePhoto(by, { kind }));
  redirect(phonePage(token));
});

/** Every photo is taken. The page on the other device goes on. */
export const finishAction = action(getPhone, [read.link], async ({ ctx }, token): Promise<void> => {
  await outcomeOf(ctx, finishHandoff);
  redirect(phonePage(token));
});
