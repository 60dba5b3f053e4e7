import type { FormState } from "@/components/ui/form";
import type { Ctx, PortalUserActor, StaffActor } from "@/lib/domain/core/context";
import { askForSample, SampleInput } from "@/lib/domain/examinations";
import { outcomeOf, problemsOf, refused, textOf, timeOf, valuesOf } from "./forms";

const dayOf = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? timeOf(`${text}T00:00`) : undefined);

/** Asks for the sample of a form. Returns what is wrong with it; null once it is asked for. */
export async function sampleAsked(
  ctx: Ctx<PortalUserActor | StaffActor>,
  { partnerId, form }: { partnerId: string; form: FormData },
): Promise<FormState | null> {
  const values = valuesOf(form);
  const text = (name: string) => textOf(form, name);
  const input = SampleInput.safeParse({
    ...{ acquirer: text("acquirer"), phrase: text("phrase"), basis: text("basis"), size: text("size") },
    ...{ from: dayOf(text("from")), until: dayOf(text("until")) },
  });
  if (!input.success) return { errors: problemsOf(input.error), values };
  const outcome = await outcomeOf(ctx, (by) => askForSample(by, { ...input.data, id: text("id"), partnerId }));
  return outcome.ok ? null : { ...refused(outcome), values };
}
