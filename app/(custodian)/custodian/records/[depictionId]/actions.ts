"use server";

import { withReason } from "@/app/(custodian)/custodian/with-reason";
import { action, read } from "@/app/action";
import { requireCustodian } from "@/app/session";
import { custodianCopyCookie, showCopyBy } from "@/app/stored-files";
import { isEvidencePurpose } from "@/lib/domain/identity/view-purposes";
import { HoldReason, liftLegalHold, openCopyAsCustodian, placeLegalHold } from "@/lib/domain/records/content";

const reasonOf = (form: FormData, depictionId: string) => ({
  form,
  schema: HoldReason,
  path: `/custodian/records/${depictionId}`,
});

/** Opens the stored copy for ten minutes, for a stated purpose. The ledger records who and why. */
export const showCopyForAction = action(requireCustodian, [read.id, read.text], async (ctx, depictionId, purpose) => {
  if (!isEvidencePurpose(purpose)) return { error: "Say why you need to see it." };
  return showCopyBy(ctx, custodianCopyCookie(depictionId), (by) => openCopyAsCustodian(by, { depictionId, purpose }));
});

/** Places a legal hold on a record. */
export const placeHoldAction = action(requireCustodian, [read.id, read.form], async (ctx, depictionId, form) =>
  withReason(ctx, reasonOf(form, depictionId), (by, reason) => placeLegalHold(by, { depictionId, reason })),
);

/** Lifts one of a record's legal holds. */
export const liftHoldAction = action(
  requireCustodian,
  [read.id, read.id, read.form],
  async (ctx, depictionId, holdId, form) =>
    withReason(ctx, reasonOf(form, depictionId), (by, reason) => liftLegalHold(by, { holdId, reason })),
);
