import type { FormState } from "@/components/ui/form";
import type { Ctx, PortalUserActor, StaffActor } from "@/lib/domain/core/context";
import { askForSample, SampleInput } from "@/lib/domain/examinations";
import { dayOf, enterFrom, textOf } from "./forms";

/** Asks for the sample of a form and opens the page of its id, or returns what is wrong with it. */
export function askFrom(
  ctx: Ctx<PortalUserActor | StaffActor>,
  { partnerId, form }: { partnerId: string; form: FormData },
  pageOf: (sampleId: string) => string,
): Promise<FormState> {
  const text = (name: string) => textOf(form, name);
  return enterFrom(ctx, form, {
    schema: SampleInput,
    fields: {
      ...{ acquirer: text("acquirer"), phrase: text("phrase"), basis: text("basis"), size: text("size") },
      ...{ from: dayOf(text("from")), until: dayOf(text("until")) },
    },
    enter: async (by, input) => pageOf((await askForSample(by, { ...input, partnerId })).sampleId),
  });
}
