import { startCardSetup } from "@/lib/domain/billing";
import { db } from "@/lib/platform/db";
import { eventsOf, mailsTo } from "./effects";
import { freshEmail } from "./factories";
import { payingCreator } from "./paying";
import type { PaymentBench } from "./payment-bench";

/** A creator on a bench whose card pays for scenes, a scene with two performers to create, and its outcome. */
export async function payingUploader(bench: PaymentBench) {
  const { partner, ...creator } = await payingCreator(bench, { verified: true });
  await creator.subscribe();
  bench.pay(await startCardSetup(creator.ctx, { returnTo: "/creator" }));
  await bench.deliver();
  const emails = [freshEmail("first"), freshEmail("second")];
  const creatable = {
    uploaderAccountId: creator.account.id,
    title: "Summer at the lake",
    performers: emails.map((email) => ({ email })),
    uploaderAttestation: { ip: "203.0.113.7", ua: "test", clickedAt: new Date(), attestationText: "All adults." },
    callbackUrl: "https://platform.example.com/callback",
  };
  return {
    partner,
    emails,
    creatable,
    sceneId: async () => (await db.collabScene.findFirstOrThrow({ where: { partnerId: partner.id } })).id,
    created: async () => (await eventsOf(partner)).filter(({ type }) => type === "collab_scene.created"),
    /** The names of the mails queued for each performer. */
    mails: () => Promise.all(emails.map(async (to) => (await mailsTo(to)).map(({ template }) => template))),
    charges: (sceneId: string) =>
      bench.peer.account.all("payment_intent").filter(({ metadata }) => Object(metadata).scene === sceneId),
  };
}
