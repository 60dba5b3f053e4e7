"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { asStranger, networkMayAgain } from "@/app/(hosted)/browser";
import { enterCode, mailCode } from "@/app/(hosted)/codes";
import { action, LINK_FORM, read } from "@/app/action";
import { outcomeOf, refused, textOf, valuesOf } from "@/app/forms";
import type { FormState } from "@/components/ui/form";
import { tooMany } from "@/lib/api/rate-limits";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import {
  addFiles,
  addUrls,
  answer,
  appeal,
  proveClaimant,
  sendClaimantCode,
  withdrawRequest,
} from "@/lib/domain/removals";
import { MESSAGE_MAX, NO_FILE } from "@/lib/domain/removals/filing/labels";
import { deviceFiles, typedUrls } from "@/lib/domain/removals/filing/schemas";
import { isVisible } from "@/lib/platform/wire";
import { getVisitor, requestPage, requireProof } from "./visitor";

/** For a browser with a proof: whether its network may make another change. */
async function mayChange(token: string): Promise<boolean> {
  await requireProof(token);
  return networkMayAgain("removal changes", 60);
}

const WebAddresses = typedUrls.refine((urls) => urls.length > 0, { error: "Enter a web address." });
const ChosenFiles = deviceFiles.refine((files) => files.length > 0, { error: NO_FILE });
const words = (missing: string) =>
  z
    .string()
    .trim()
    .max(MESSAGE_MAX, { error: `Use at most ${MESSAGE_MAX} characters.` })
    .refine(isVisible, { error: missing });

/** Mails a code to the claimant. */
export const mailCodeAction = action(getVisitor, [read.link], async ({ hasProof, visitToken }, token) => {
  if (hasProof) redirect(requestPage(token));
  return mailCode(requestPage(token), () =>
    asStranger("removal", (ctx) => sendClaimantCode(ctx, { token, visitToken })),
  );
});

/** Checks a typed code. The right one opens the page in this browser. */
export const confirmCodeAction = action(
  getVisitor,
  LINK_FORM,
  async ({ hasProof, visitToken }, token, _, form): Promise<FormState> => {
    if (hasProof) redirect(requestPage(token));
    const entered = await enterCode(form, {
      subject: token,
      check: (code) => asStranger("removal", (ctx) => proveClaimant(ctx, { token, visitToken, code })),
    });
    if (!entered.ok) return entered.state;
    redirect(requestPage(token));
  },
);

/** Adds web addresses to the request. */
export const addUrlsAction = action(mayChange, LINK_FORM, (may, token, _, form) =>
  change({ may, token, form, field: "urls", schema: WebAddresses }, (ctx, urls) => addUrls(ctx, { token, urls })),
);

/** Adds files on the claimant's device to the request, by their hashes. */
export const addFilesAction = action(mayChange, LINK_FORM, (may, token, _, form) =>
  change({ may, token, form, field: "files", schema: ChosenFiles }, (ctx, files) => addFiles(ctx, { token, files })),
);

/** Answers a custodian, or adds a note. */
export const answerAction = action(mayChange, LINK_FORM, (may, token, _, form) =>
  change({ may, token, form, field: "text", schema: words("Write your answer.") }, (ctx, text) =>
    answer(ctx, { token, text }),
  ),
);

/** Appeals the decision, once. */
export const appealAction = action(mayChange, LINK_FORM, (may, token, _, form) =>
  change({ may, token, form, field: "text", schema: words("Say why the decision is wrong.") }, (ctx, text) =>
    appeal(ctx, { token, text }),
  ),
);

/** Withdraws the request. The page shows the result. */
export const withdrawAction = action(mayChange, [read.link], async (may, token): Promise<void> => {
  if (may) await asStranger("removal", (ctx) => outcomeOf(ctx, (by) => withdrawRequest(by, { token })));
  redirect(requestPage(token));
});

type Change<Given> = { may: boolean; token: string; form: FormData; field: string; schema: z.ZodType<Given> };

/** Makes a change and shows the request. A failed one keeps what was entered and says why. */
async function change<Given>(
  { may, token, form, field, schema }: Change<Given>,
  act: (ctx: Ctx<SystemActor>, given: Given) => Promise<unknown>,
): Promise<FormState> {
  if (!may) return { message: tooMany("changes") };
  const values = valuesOf(form);
  const given = schema.safeParse(textOf(form, field));
  if (!given.success) return { errors: { [field]: given.error.issues[0]?.message ?? "" }, values };
  const done = await asStranger("removal", (ctx) => outcomeOf(ctx, (by) => act(by, given.data)));
  if (!done.ok) return { ...refused(done), values };
  redirect(requestPage(token));
}
