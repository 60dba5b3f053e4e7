import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { lockName } from "@/lib/platform/locks";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { defineMail, moneyText } from "@/lib/platform/mail/template";
import type { SceneFee } from "@/prisma/generated/client";
import { mailTeam } from "../mails";
import { failureText } from "./labels";
import { totalOf } from "./present-fee";

/** A fee as a mail shows it to its payer: a creator, or those who manage a partner's billing. */
const about = z.object({
  partnerName: z.string(),
  amount: z.string(),
  url: z.string(),
  team: z.boolean(),
  kind: z.enum(["scene", "extension", "verification"]),
});

type Told = z.infer<typeof about>;

const WORDS = {
  scene: { fee: "A scene fee", what: "scene", did: "created a scene for your upload" },
  extension: { fee: "An extension fee", what: "extension", did: "extended a scene" },
  verification: { fee: "A verification fee", what: "verification job", did: "started a verification job" },
} as const;

const wordsOf = ({ kind }: Told) => WORDS[kind];

const whyOf = ({ team, partnerName }: Told) =>
  team
    ? `You get this because you manage the billing of ${partnerName} on ${SERVICE_NAME}.`
    : `You get this because a scene you uploaded has a fee on ${SERVICE_NAME}.`;

/** Tells a payer that a fee could not be charged, and why. */
export const sceneFeeUnpaidMail = defineMail("scene_fee_unpaid", about.extend({ reason: z.string() }), (told) => {
  const { partnerName, amount, url, team, reason } = told;
  const { fee, what, did } = wordsOf(told);
  return {
    subject: `${fee} of ${amount} is unpaid`,
    preview: reason,
    heading: `${fee} is unpaid`,
    body: (
      <>
        <p>
          {partnerName} {did}. We could not charge the {what}’s fee of <strong>{amount}</strong>. {reason}
        </p>
        <p>
          The {what} isn’t affected. Your {team ? "billing page" : "account"} lists every unpaid fee.
        </p>
      </>
    ),
    action: { label: "Pay now", url },
    why: whyOf(told),
    stop: "We send one email a day at most about unpaid fees.",
  };
});

/** Tells a payer that we refunded the second payment of a fee. */
export const sceneFeeRefundedMail = defineMail("scene_fee_refunded", about, (told) => ({
  subject: `We refunded you ${told.amount}`,
  preview: `You paid the same fee twice. We kept one payment.`,
  heading: "You paid twice",
  body: (
    <>
      <p>
        Your bank released a disputed payment to us after you had paid the same fee again. We refunded{" "}
        <strong>{told.amount}</strong> to your card. Banks take up to ten days to show it.
      </p>
      <p>The fee is paid. You don’t need to do anything.</p>
    </>
  ),
  action: { label: told.team ? "See your billing" : "See your account", url: told.url },
  why: whyOf(told),
  stop: "We send one email for each refund.",
}));

/**
 * Emails the payer that a fee is unpaid, once for each fee and at most once a day: their page lists every unpaid one. In the
 * transaction that recorded the failure.
 */
export async function mailUnpaidFee(tx: Tx, fee: SceneFee, chargeError: string): Promise<void> {
  const { id, payerId, partnerId } = fee;
  const now = clock.now();
  await lockName(tx, `unpaid fee mails ${payerId ?? partnerId}`);
  const lately = {
    payerId,
    ...(payerId === null && { partnerId }),
    mailedAt: { gt: new Date(now.getTime() - DAY_MS) },
  };
  if (await tx.sceneFee.findFirst({ where: lately, select: { id: true } })) return;
  const { count } = await tx.sceneFee.updateMany({ where: { id, mailedAt: null }, data: { mailedAt: now } });
  if (count === 0) return;
  const props = { ...toldOf(fee, totalOf(fee)), reason: failureText(chargeError) };
  if (payerId === null) await mailTeam(tx, partnerId, sceneFeeUnpaidMail, { ...props, team: true });
  else await sendMail(tx, { ...(await creatorOf(tx, fee, payerId, props)), template: sceneFeeUnpaidMail });
}

/** Emails the payer about a refund, in the transaction that recorded it. */
export async function mailSceneFeeRefund(tx: Tx, fee: SceneFee, cents: number): Promise<void> {
  const { payerId, partnerId } = fee;
  const props = toldOf(fee, cents);
  if (payerId === null) await mailTeam(tx, partnerId, sceneFeeRefundedMail, { ...props, team: true });
  else await sendMail(tx, { ...(await creatorOf(tx, fee, payerId, props)), template: sceneFeeRefundedMail });
}

const toldOf = ({ kind }: SceneFee, cents: number): Pick<Told, "kind" | "amount"> => ({
  kind,
  amount: moneyText(cents),
});

async function creatorOf<Props extends object>(tx: Tx, { partnerId }: SceneFee, payerId: string, props: Props) {
  const [{ email }, { name }] = await Promise.all([
    tx.user.findUniqueOrThrow({ where: { id: payerId }, select: { email: true } }),
    tx.partner.findUniqueOrThrow({ where: { id: partnerId }, select: { name: true } }),
  ]);
  return { to: email, props: { ...props, partnerName: name, team: false, url: `${env().baseUrl}/creator` } };
}
