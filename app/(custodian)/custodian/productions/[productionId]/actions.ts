"use server";

import { withReason } from "@/app/(custodian)/custodian/with-reason";
import { action, read } from "@/app/action";
import { requireCustodian } from "@/app/session";
import { revokeCertificate } from "@/lib/domain/productions/certificates";
import { releaseSeal } from "@/lib/domain/productions/custody";
import { reasonText } from "@/lib/platform/wire";

const schema = reasonText("Say why, in a few words.");
const pathOf = (productionId: string) => `/custodian/productions/${productionId}`;

/** Revokes a production's certificates for good. */
export const revokeAction = action(requireCustodian, [read.id, read.form], async (ctx, productionId, form) =>
  withReason(ctx, { form, schema, path: pathOf(productionId) }, (by, reason) =>
    revokeCertificate(by, { productionId, reason }),
  ),
);

/** Lets the producer seal a held production again. */
export const releaseAction = action(requireCustodian, [read.id, read.form], async (ctx, productionId, form) =>
  withReason(ctx, { form, schema, path: pathOf(productionId) }, (by, reason) =>
    releaseSeal(by, { productionId, reason }),
  ),
);
