import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { SealBroken } from "@/lib/platform/crypto";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { openPageToken } from "../claim";
import { type News, removalNewsMail } from "./mails";

/** The claimant's page. A claim that was altered doesn't open, and must not hold up the decision that the mail tells of. */
function pageUrlOf(request: { id: string; claim: Uint8Array }): string {
  try {
    return `${env().baseUrl}/removal/${openPageToken(request)}`;
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.error({ err: error, removalRequest: request.id }, "a claimant's page can't be linked");
    return `${env().baseUrl}/removal`;
  }
}

/**
 * Mails a claimant a step of their request, in its transaction. Call it after the step. The mail has the link to their page, and
 * none of its content. Contract: Removal requests.
 */
export async function tellClaimant(tx: Tx, { requestId, news }: { requestId: string; news: News }): Promise<void> {
  const { email, deadlineAt, ...sealed } = await tx.removalRequest.findUniqueOrThrow({
    where: { id: requestId },
    select: { id: true, email: true, deadlineAt: true, claim: true },
  });
  const props = { news, url: pageUrlOf(sealed), deadline: deadlineAt.toISOString() };
  await sendMail(tx, { to: email, template: removalNewsMail, props });
}

const PROGRESS = "tell_claimant_progress";
// A custodian decides several records in a row.
const PROGRESS_AFTER_MS = 15 * MINUTE_MS;

/** Tells a claimant that a record was decided, once for all that are decided within some minutes. */
export const tellProgressSoon = (tx: Tx, { requestId }: { requestId: string }): Promise<void> =>
  enqueue(
    tx,
    PROGRESS,
    { requestId },
    { jobKey: `${PROGRESS}:${requestId}`, runAt: new Date(clock.now().getTime() + PROGRESS_AFTER_MS) },
  );

/** Unless the whole request is decided by then, which they heard. */
export const tellProgressTask = defineTask(PROGRESS, z.object({ requestId: z.string() }), ({ requestId }) =>
  inTransaction(async (tx) => {
    const { status } = await tx.removalRequest.findUniqueOrThrow({ where: { id: requestId } });
    if (status === "open") await tellClaimant(tx, { requestId, news: "progress" });
  }),
);
