import { expect } from "vitest";
import { z } from "zod";
import { readScene } from "@/lib/domain/scenes";
import { db } from "@/lib/platform/db";
import type { StripeStandIn } from "@/peers/stripe";
import { eventsOf, mailsTo, type SentEvent } from "./effects";
import { keyCtx } from "./factories";

type Scene = { partner: { id: string }; sceneId: string; emails: string[] };

const CENTS = 5500;

/** A scene with two new performers as everybody outside sees it, in the words of `sceneModel`. */
export async function shownScene(peer: StripeStandIn, { partner, sceneId, emails }: Scene) {
  const read = await readScene(keyCtx(partner), sceneId);
  const fee = await db.sceneFee.findFirstOrThrow({ where: { sceneId } });
  const people = read.performers?.map(({ status }) => status) ?? [];
  const count = (status: string) => people.filter((one) => one === status).length;
  expect(read).toEqual({
    sceneId,
    status: read.status,
    expiresAt: expect.any(String),
    publications: [],
    performerCount: 2,
    consentedCount: count("consented"),
    releaseSignedCount: count("consented"),
    refusedCount: count("refused"),
    performers: emails.map((email, n) => ({ email, status: people[n] })),
    fees: {
      sceneFeeCents: 500,
      onboardingFeeCents: 5000,
      totalCents: CENTS,
      charged: fee.status === "paid",
      paymentChargeId: fee.status === "paid" ? expect.any(String) : null,
      billedTo: fee.status === "invoiced" ? "platform_invoice" : "uploader_card",
    },
  });
  const events = (await eventsOf(partner)).filter(({ type }) => type.startsWith("collab_scene."));
  const mails = await Promise.all(emails.map((email) => mailsTo(email)));
  const invitations = mails.map((some) => some.filter(({ template }) => template === "consent_invitation").length);
  return {
    status: read.status,
    people,
    now: [fee.status, fee.chargeError],
    charges: chargesOf(peer, sceneId),
    events: events.map((event) => inWords(event, emails)),
    invitations,
  };
}

/** What the processor charged, or tried to, oldest first. */
const chargesOf = (peer: StripeStandIn, sceneId: string) =>
  peer.account
    .all("payment_intent", { amount: CENTS })
    .filter(({ metadata }) => Object(metadata).scene === sceneId)
    .map(({ status }) => (status === "succeeded" ? "a good card" : "a declined card"))
    .reverse();

// `eventsOf` has checked them against their types' schemas.
const Told = z.object({
  scene: z.object({ fees: z.object({ charged: z.boolean(), chargeError: z.string().nullable() }).optional() }),
  performer: z.object({ email: z.string() }).optional(),
  unsignedPerformers: z.array(z.string()).optional(),
  uploadSessionId: z.string().nullish(),
});

function inWords({ type, data }: SentEvent, emails: string[]): string {
  const { scene, performer, unsignedPerformers: missing, uploadSessionId: session } = Told.parse(data);
  const what = type.replace(/^collab_scene\.(performer_)?/, "");
  const number = (email: string) => emails.indexOf(email);
  const words = [what, ...(performer ? [number(performer.email)] : [])];
  if (scene.fees) words.push(`${scene.fees.charged}`, `${scene.fees.chargeError}`);
  if (missing) words.push(`without ${missing.map(number)}`);
  if (what === "consented" || what === "greenlit")
    words.push(session === undefined ? "without session" : `session ${session}`);
  return words.join(" ");
}
