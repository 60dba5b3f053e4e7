import type { Ctx, PartnerKeyActor, PersonActor, SystemActor } from "@/lib/domain/context";
import { cancelScene, createScene, provePerformer, readRelease, refuseConsent, signRelease } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";

type PartnerCtx = Ctx<PartnerKeyActor>;
type Act = "signs" | "refuses" | "waits";

/** A demo scene: what its performers did, in order, and whether the partner canceled it. */
type DemoScene = { title: string; performers: readonly (readonly [email: string, act: Act])[]; cancelled?: true };

const UPLOADER = "nl-1001";
const VERIFIED = "jonah@creators.example.com";
const NEWCOMER = "noor@performers.example.com";

const SCENES: readonly DemoScene[] = [
  { title: "Studio portraits", performers: [[VERIFIED, "signs"]] },
  { title: "Night drive", performers: [[VERIFIED, "refuses"]] },
  { title: "Rooftop session", performers: [[NEWCOMER, "waits"]], cancelled: true },
  {
    title: "Summer at the lake",
    performers: [
      [VERIFIED, "signs"],
      [NEWCOMER, "waits"],
    ],
  },
];

/** Creates the demo partner's scenes, one in each status. Continues where an earlier run stopped. */
export async function seedScenes(ctx: Ctx<SystemActor>, partner: PartnerCtx): Promise<void> {
  for (const scene of SCENES) {
    const sceneId = (await findScene(partner, scene.title)) ?? (await create(partner, scene));
    for (const [email, act] of scene.performers) await decide(ctx, { sceneId, email, act });
    if (scene.cancelled) await cancelScene(partner, sceneId);
  }
}

async function findScene({ actor: { partnerId } }: PartnerCtx, title: string): Promise<string | null> {
  const scene = await db.collabScene.findFirst({ where: { partnerId, title }, select: { id: true } });
  return scene?.id ?? null;
}

async function create(partner: PartnerCtx, { title, performers }: DemoScene): Promise<string> {
  const now = clock.now();
  const { sceneId } = await createScene(partner, {
    uploaderExternalUserId: UPLOADER,
    title,
    shootDate: new Date(now.getTime() - 2 * DAY_MS),
    performers: performers.map(([email]) => ({ email })),
    uploaderAttestation: {
      ip: "203.0.113.20",
      ua: "Demo",
      clickedAt: now,
      attestationText: "I confirm that everyone in this scene is an adult and agreed to it.",
    },
    callbackUrl: "https://northlight.example.com/scenes",
  });
  return sceneId;
}

async function decide(
  ctx: Ctx<SystemActor>,
  { sceneId, email, act }: { sceneId: string; email: string; act: Act },
): Promise<void> {
  const performer = await db.scenePerformer.findUniqueOrThrow({ where: { sceneId_email: { sceneId, email } } });
  if (act === "waits" || performer.signedAt || performer.refusedAt) return;
  const { id: performerId } = performer;
  const { userId, visit } = await provePerformer(ctx, { performerId, visitToken: undefined });
  const actor: PersonActor = { kind: "person", userId, visit };
  const person = { ...ctx, actor, ip: "203.0.113.21", userAgent: "Demo" };
  if (act === "refuses") {
    await refuseConsent(person, { performerId, reason: "declining" });
    return;
  }
  const { shown } = await readRelease(person, performerId);
  await signRelease(person, { performerId, signedName: "Jonah Reyes", shown });
}
