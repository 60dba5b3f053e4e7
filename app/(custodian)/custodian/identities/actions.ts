"use server";

import { action, read } from "@/app/action";
import { requireCustodian } from "@/app/session";
import { AlertReason, closeUnderAgeAlert } from "@/lib/domain/custody/alerts";
import { withReason } from "../with-reason";

/** Closes an alert about a performer under 18, keeping who and why. */
export const closeAlertAction = action(requireCustodian, [read.id, read.form], async (ctx, alertId, form) =>
  withReason(ctx, { form, schema: AlertReason, path: "/custodian/identities" }, (by, reason) =>
    closeUnderAgeAlert(by, { alertId, reason }),
  ),
);
