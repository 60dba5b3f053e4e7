"use server";

import { action, read } from "@/app/action";
import { requireCustodian } from "@/app/session";
import { AlertReason, closeUnderAgeAlert } from "@/lib/domain/custody";
import { withReason } from "../with-reason";

/** Closes the alert about a performer under 18. The ledger records who and why. */
export const closeAlertAction = action(requireCustodian, [read.id, read.form], async (ctx, userId, form) =>
  withReason(ctx, { form, schema: AlertReason, path: "/custodian/identities" }, (by, reason) =>
    closeUnderAgeAlert(by, { userId, reason }),
  ),
);
