"use server";

import { redirect } from "next/navigation";
import { action, read } from "@/app/action";
import { outcomeOf, problemsOf, refused, textOf, timeOf, valuesOf } from "@/app/forms";
import { sampleAsked } from "@/app/sample-form";
import { requireCustodian } from "@/app/session";
import { enterSample, SampleExaminationInput } from "@/lib/domain/examinations";

/** Asks for a sample of a partner’s records. */
export const askAction = action(requireCustodian, [read.id, read.state, read.form], async (ctx, partnerId, _, form) => {
  const problems = await sampleAsked(ctx, { partnerId, form });
  return problems ?? redirect(`/custodian/samples/${textOf(form, "id")}`);
});

/** Enters an examination of what was drawn. Another custodian confirms it. */
export const enterAction = action(
  requireCustodian,
  [read.id, read.state, read.form],
  async (ctx, sampleId, _, form) => {
    const values = valuesOf(form);
    const text = (name: string) => textOf(form, name);
    const input = SampleExaminationInput.safeParse({
      ...{ examiner: text("examiner"), credential: text("credential"), authority: text("authority") },
      ...{ opensAt: timeOf(text("opensAt")), closesAt: timeOf(text("closesAt")) },
    });
    if (!input.success) return { errors: problemsOf(input.error), values };
    const outcome = await outcomeOf(ctx, (by) => enterSample(by, { ...input.data, sampleId, id: text("id") }));
    if (!outcome.ok) return { ...refused(outcome), values };
    redirect(`/custodian/examinations/${outcome.value.examinationId}`);
  },
);
