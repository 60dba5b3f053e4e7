import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { isPlainTitle } from "@/lib/domain/scenes";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import { dayText } from "@/lib/platform/date-text";
import { db, inTransaction, Prisma, rowsIn } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { defineMail } from "@/lib/platform/mail/template";
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

/** A production as a mail names it: another person may have written the title, so it appears only if it can't carry a message. */
export const productionName = (title: string): string => (isPlainTitle(title) ? `“${title}”` : "a production");

const WHY_PRODUCER = `You get this because you are the producer. ${SERVICE_NAME} keeps the records of your production.`;

/**
 * Reminds a producer that a certificate ends. `isSealed` is false for a certificate from an earlier system, which a sealed package
 * replaces.
 */
export const certificateEndsMail = defineMail(
  "certificate_ends",
  z.object({ url: z.url(), title: z.string(), expiresAt: z.iso.datetime(), isSealed: z.boolean() }),
  ({ url, title, expiresAt, isSealed }) => {
    const name = productionName(title);
    const until = dayText(new Date(expiresAt));
    return {
      subject: `Renew the certificate of ${name} by ${until}`,
      preview: `It ends on ${until}.`,
      heading: "A certificate ends soon",
      body: (
        <>
          <p>
            The certificate of {name} ends on <strong>{until}</strong> (UTC). Platforms that verify it then see that it
            expired.
          </p>
          {isSealed ? (
            <p>To renew it, read one statement and confirm it. Nothing is sealed again, and the content stays up.</p>
          ) : (
            <p>It comes from an earlier system. Seal the production’s records here, and you get a new one.</p>
          )}
        </>
      ),
      action: { label: isSealed ? "Renew the certificate" : "Open the production", url },
      why: WHY_PRODUCER,
      stop: `We remind you ${REMINDED_DAYS.join(", ").replace(/, (\d+)$/, " and $1")} days before the end, until you renew it.`,
    };
  },
);

/** Tells the producer, or a linked partner's owners and admins, that a certificate was revoked. Never why. */
export const certificateRevokedMail = defineMail(
  "certificate_revoked",
  z.object({
    url: z.url(),
    title: z.string(),
    /** Null for the producer. */
    partnerName: z.string().nullable(),
  }),
  ({ url, title, partnerName }) => ({
    subject: `The certificate of ${productionName(title)} was revoked`,
    preview: partnerName ? "Take the production down." : "That is final.",
    heading: "A certificate was revoked",
    body: (
      <>
        <p>
          Our custodian revoked the certificate of {productionName(title)}. That is final: the production gets no other
          certificate.
        </p>
        {partnerName ? (
          <p>
            <strong>Take the production down.</strong> All its certificates are in the revocation list, and checks of
            them fail.
          </p>
        ) : (
          <p>We told the platforms that you linked. They must take the production down. We still keep its records.</p>
        )}
      </>
    ),
    action: { label: "Open the production", url },
    why: partnerName ? `You get this as an owner or admin of ${partnerName}.` : WHY_PRODUCER,
    stop: "We send one email when a certificate is revoked, and no reminders.",
  }),
);
