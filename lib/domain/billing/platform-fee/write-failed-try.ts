import type { Ctx } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import type { PlatformInvoice } from "@/prisma/generated/client";
import { tellFailed } from "./tell-partner";

/** How long after each failed try the next one is, in days. After the last, another card or a click begins the next. */
export const RETRY_AFTER_DAYS = [2, 3, 4, 4] as const;

/** Write that a try to pay an open invoice did not work, and when the next one is. The partner is locked. */
export async function writeFailedTry(
  tx: Tx,
  ctx: Ctx,
  { id, partnerId }: PlatformInvoice,
  {
    tries,
    cardId,
    code,
    mailsFailure,
  }: {
    tries: number;
    cardId: string | null;
    code: string | null;
    mailsFailure: boolean;
  },
): Promise<void> {
  const days = RETRY_AFTER_DAYS[tries];
  const failure = code ?? "card_declined";
  const nextTryAt = days === undefined ? null : new Date(clock.now().getTime() + days * DAY_MS);
  const { count } = await tx.platformInvoice.updateMany({
    where: { id, tries },
    data: { tries: tries + 1, triedCardId: cardId, failure, nextTryAt },
  });
  // It was written before.
  if (count === 0) return;
  record(tx, {
    ctx,
    action: "platform_invoice.payment_failed",
    subject: { kind: "platform_invoice", id },
    partnerId,
    detail: { failure },
  });
  if (mailsFailure) await tellFailed(tx, await tx.platformInvoice.findUniqueOrThrow({ where: { id } }));
}
