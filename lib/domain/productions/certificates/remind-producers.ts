import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, rowsIn } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { certificateEndsMail } from "./mails";
import { REMINDED_DAYS } from "./states";

const AT_ONCE = 500;

type Due = {
  id: string;
  productionId: string;
  title: string;
  expiresAt: Date;
  isSealed: boolean;
  email: string;
  days: number;
};

/**
 * Mail the producer of every certificate that ends in 30, 14, 7 or 1 days, once for each of those days, until the certificate is
 * renewed. After a pause, sends only the latest that is due. Returns how many it mailed. Safe to run late or twice.
 */
export async function remindProducers(ctx: Ctx<SystemActor>): Promise<number> {
  const now = clock.now();
  const endsWithin = (days: number) => new Date(now.getTime() + days * DAY_MS);
  // The shortest of the times before the end that has begun.
  const cases = REMINDED_DAYS.toReversed().map(
    (days) => Prisma.sql`WHEN c.expires_at <= ${endsWithin(days)} THEN ${days}::int`,
  );
  const due = await rowsIn<Due>(db)`
    SELECT * FROM (
      SELECT c.id, c.production_id, p.title, c.expires_at, c.package_id IS NOT NULL AS is_sealed,
        u.email, c.reminded_days, CASE ${Prisma.join(cases, " ")} END AS days
      FROM certificates c JOIN productions p ON p.id = c.production_id
      JOIN producers r ON r.id = p.producer_id JOIN users u ON u.id = r.user_id
      WHERE c.status = 'CURRENT' AND c.expires_at > ${now} AND c.expires_at <= ${endsWithin(REMINDED_DAYS[0])}
        AND p.status = 'documented') ending
    WHERE reminded_days IS NULL OR reminded_days > days ORDER BY expires_at LIMIT ${AT_ONCE}`;
  let mailed = 0;
  for (const certificate of due) {
    try {
      if (await remind(ctx, certificate)) mailed++;
    } catch (err) {
      // One failure must not hold up the others; the next run retries it.
      log.error({ err, certificate: certificate.id }, "a producer could not be reminded");
    }
  }
  return mailed;
}

const remind = (ctx: Ctx<SystemActor>, { id, productionId, title, expiresAt, isSealed, email, days }: Due) =>
  inTransaction(async (tx) => {
    const { count } = await tx.certificate.updateMany({
      where: { id, status: "CURRENT", OR: [{ remindedDays: null }, { remindedDays: { gt: days } }] },
      data: { remindedDays: days },
    });
    if (count === 0) return false;
    const page = `${env().baseUrl}/producer/productions/${productionId}`;
    const { mailId } = await sendMail(tx, {
      to: email,
      template: certificateEndsMail,
      props: { url: isSealed ? `${page}/renew` : page, title, expiresAt: expiresAt.toISOString(), isSealed },
    });
    const subject = { kind: "production", id: productionId } as const;
    const detail = { certificateId: id, days, mailId };
    record(tx, { ctx, action: "certificate.reminded", subject, partnerId: null, detail });
    return true;
  });

export const remindProducersTask = defineTask("remind_producers", z.unknown(), async (_, { requestId }) => {
  await remindProducers({ actor: { kind: "system", name: "remind_producers" }, requestId });
});

export const remindProducersSchedule: Schedule = { task: remindProducersTask, cron: "25 * * * *" };
