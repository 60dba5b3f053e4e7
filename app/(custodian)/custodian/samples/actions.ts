"use server";

import { action, read } from "@/app/action";
import { enterFrom } from "@/app/forms";
import { askFrom } from "@/app/sample-form";
import { requireCustodian } from "@/app/session";
import { enterSample, SampleExaminationInput } from "@/lib/domain/examinations";
import { openingFields } from "../opening-fields";

/** Asks for a sample of a partner’s records. */
export const askAction = action(requireCustodian, [read.id, read.state, read.form], (ctx, partnerId, _, form) =>
  askFrom(ctx, { partnerId, form }, (sampleId) => `/custodian/samples/${sampleId}`),
);

/** Enters an examination of what was drawn. Another custodian confirms it. */
export const enterAction = action(requireCustodian, [read.id, read.state, read.form], (ctx, sampleId, _, form) =>
  enterFrom(ctx, form, {
    ...{ schema: SampleExaminationInput, fields: openingFields(form) },
    enter: async (by, input) =>
      `/custodian/examinations/${(await enterSample(by, { ...input, sampleId })).examinationId}`,
  }),
);
