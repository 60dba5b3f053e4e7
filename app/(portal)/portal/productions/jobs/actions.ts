"use server";

import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { change, outcomeOf, refused, textOf, valuesOf } from "@/app/forms";
import { requireEditor } from "@/app/session";
import { jobHref } from "@/components/shell/addresses";
import { cancelJob, startJob } from "@/lib/domain/productions/verification-jobs";
import { StartVerificationJobBody } from "@/lib/domain/productions/verification-jobs/schemas";
import { resendInvitation } from "@/lib/domain/scenes";
import { consentsIn, dayOf, typedPerformers, WRONG_CONSENTS, wrongFields } from "../../typed-fields";

// What the form says when a field is missing or wrong, in its order.
const WRONG = {
  id: "Enter your id of the job, up to 255 characters.",
  contentId: "Enter your content id, up to 255 characters.",
  title: "Enter a title, up to 500 characters.",
  productionDate: "Choose the day of production.",
  performers: "Enter at least one performer’s email address.",
  requiredConsents: WRONG_CONSENTS,
};

/** Starts a verification job like the API does, and opens its page. A job id that was used before opens the first job. */
export const startJobAction = action(requireEditor, [read.state, read.form], async (ctx, _, form) => {
  const values = valuesOf(form);
  const text = (name: string) => textOf(form, name).trim();
  const typed = typedPerformers(text("performers"));
  const input = StartVerificationJobBody.safeParse({
    id: text("id"),
    contentId: text("contentId"),
    title: text("title"),
    productionDate: dayOf(text("productionDate")),
    performers: typed.performers ?? [],
    productionId: text("productionId") || undefined,
    requiredConsents: consentsIn(form),
  });
  if (!input.success) {
    const wrong = wrongFields(WRONG, input.error);
    return { errors: typed.performers ? wrong : { ...wrong, performers: typed.error }, values };
  }
  const { id: jobId, ...job } = input.data;
  const outcome = await outcomeOf(ctx, (by) => startJob(by, { jobId, ...job }));
  if (!outcome.ok) return { ...refused(outcome), values };
  redirect(jobHref({ id: outcome.value.id }));
});

export const cancelJobAction = action(requireEditor, [read.id], (ctx, id) =>
  change(ctx, jobHref({ id }), (by) => cancelJob(by, { id })),
);

/** Emails a performer of a verification job their invitation again. */
export const resendJobInvitationAction = action(requireEditor, [read.id, read.id], (ctx, id, performerId) =>
  change(ctx, jobHref({ id }), (by) => resendInvitation(by, performerId)),
);
