import type { Ctx, PartnerKeyActor, PersonActor, SystemActor } from "@/lib/domain/core/context";
import { createKey } from "@/lib/domain/parties/keys";
import { createPartner } from "@/lib/domain/parties/partners";
import { ensureUser } from "@/lib/domain/parties/people";
import {
  cancelScene,
  createScene,
  extendScene,
  openConsent,
  readRelease,
  refuseConsent,
  registerPublication,
  signRelease,
} from "@/lib/domain/scenes";
import { USES } from "@/lib/domain/scenes/consents/labels";
import {
  completeCollab,
  completeSolo,
  createUploadSession,
  findSessionByToken,
  readUploadSession,
  statementOf,
} from "@/lib/domain/scenes/upload-sessions";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";

/** Called before what happened this many days ago, in order. It may move the clock there. */
export type Moment = (daysAgo: number) => Promise<void>;
type PartnerCtx = Ctx<PartnerKeyActor>;
type Act = "signs" | "refuses" | "waits";

/** A demo scene: what its performers did, in order, and whether the partner canceled it or another one published it. */
type DemoScene = {
  title: string;
  performers: readonly (readonly [email: string, act: Act])[];
  cancelled?: true;
  syndicated?: true;
};

const UPLOADER = "nl-1001";
const VERIFIED = "jonah@creators.example.com";
const NEWCOMER = "noor@performers.example.com";
const OTHER_PARTNER = { name: "Eastgate", plan: "creator_pays", ownerEmail: "owner@eastgate.example.com" } as const;

const SCENES: readonly DemoScene[] = [
  { title: "Studio portraits", performers: [[VERIFIED, "signs"]], syndicated: true },
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
export async function seedScenes(ctx: Ctx<SystemActor>, partner: PartnerCtx, moment: Moment): Promise<void> {
  for (const [n, scene] of SCENES.entries()) {
    await moment(9 - n);
    const sceneId = (await findScene(partner, scene.title)) ?? (await create(partner, scene));
    for (const [email, act] of scene.performers) await decide(ctx, { sceneId, email, act });
    if (scene.cancelled) await cancelScene(partner, sceneId);
    if (scene.syndicated) await syndicate(ctx, sceneId);
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

/** Has another partner extend and publish a scene. It has no card, so its fee stays unpaid. */
async function syndicate(ctx: Ctx<SystemActor>, sceneId: string): Promise<void> {
  const { name, ownerEmail } = OTHER_PARTNER;
  const found = await db.partner.findFirst({
    where: { name, members: { some: { user: { email: ownerEmail } } } },
    select: { id: true, keys: { where: { mode: "live" } } },
  });
  const partnerId = found?.id ?? (await createPartner(ctx, OTHER_PARTNER)).partnerId;
  const keyId = found?.keys[0]?.id ?? (await createKey(ctx, { partnerId, name: "Publishing" })).keyId;
  const other: PartnerCtx = { actor: { kind: "partner_key", partnerId, keyId }, requestId: ctx.requestId };
  const own = { where: { sceneId, partnerId } };
  if ((await db.sceneExtension.count(own)) === 0) await extendScene(other, sceneId);
  if ((await db.scenePublication.count(own)) > 0) return;
  const contentUrl = "https://eastgate.example.com/videos/studio-portraits";
  await registerPublication(other, sceneId, { contentUrl, depictionSha256: sha256Hex(contentUrl) });
}

async function decide(
  ctx: Ctx<SystemActor>,
  { sceneId, email, act }: { sceneId: string; email: string; act: Act },
): Promise<void> {
  const performer = await db.scenePerformer.findUniqueOrThrow({ where: { sceneId_email: { sceneId, email } } });
  if (act === "waits" || performer.signedAt || performer.refusedAt) return;
  const { id: performerId } = performer;
  const { id: userId } = await inTransaction((tx) => ensureUser(tx, email));
  const actor: PersonActor = { kind: "person", userId };
  const person = { ...ctx, actor, ip: "203.0.113.21", userAgent: "Demo" };
  await openConsent(person, performerId);
  if (act === "refuses") {
    await refuseConsent(person, { performerId, reason: "declining" });
    return;
  }
  const { shown } = await readRelease(person, { performerId, given: USES });
  await signRelease(person, { performerId, signedName: "Jonah Reyes", given: USES, shown });
}

/** A demo session: who its creator names beside themselves, and whether they attest. */
type DemoSession = { contentId: string; title: string; performers: readonly string[]; attests: boolean };

const SESSIONS: readonly DemoSession[] = [
  { contentId: "nl-post-201", title: "Morning light", performers: [], attests: true },
  { contentId: "nl-post-202", title: "Kitchen stories", performers: [], attests: false },
  { contentId: "nl-post-203", title: "Weekend in the cabin", performers: [VERIFIED], attests: true },
  { contentId: "nl-post-204", title: "Poolside", performers: [VERIFIED], attests: false },
];

/** Creates the demo partner's upload sessions, a completed and a pending one of each path. Continues where an earlier run stopped. */
export async function seedUploadSessions(ctx: Ctx<SystemActor>, partner: PartnerCtx, moment: Moment): Promise<void> {
  for (const [n, session] of SESSIONS.entries()) {
    await moment(5 - 0.2 * n);
    const sessionId = (await findSession(partner, session.contentId)) ?? (await open(partner, session));
    if (session.attests) await attest(ctx, partner, { sessionId, ...session });
  }
}

async function findSession({ actor: { partnerId } }: PartnerCtx, contentId: string): Promise<string | null> {
  const session = await db.uploadSession.findFirst({ where: { partnerId, contentId }, select: { id: true } });
  return session?.id ?? null;
}

async function open(partner: PartnerCtx, { contentId, title, performers, attests }: DemoSession): Promise<string> {
  const { sessionId } = await createUploadSession(partner, {
    contentId,
    contentTitle: title,
    contentType: "video",
    detectedFaceCount: 1 + performers.length,
    uploaderExternalUserId: UPLOADER,
    redirectUrl: "https://northlight.example.com/uploads",
    // The page of a pending one asks for the day.
    ...(attests && { shootDate: new Date(clock.now().getTime() - 3 * DAY_MS) }),
  });
  return sessionId;
}

/** The creator's click on the page. A completed session stays as it is. */
async function attest(
  ctx: Ctx<SystemActor>,
  partner: PartnerCtx,
  of: { sessionId: string; performers: readonly string[] },
): Promise<void> {
  const { attestationUrl } = await readUploadSession(partner, of.sessionId);
  const session = await findSessionByToken(attestationUrl.split("/").at(-1) ?? "");
  if (!session) throw new Error("The demo's session has no link.");
  const click = { sessionId: of.sessionId, shootDate: null, shown: statementOf(session).shown };
  const visitor = { ...ctx, ip: "203.0.113.20", userAgent: "Demo" };
  if (session.path === "collab") await completeCollab(visitor, { ...click, performers: of.performers });
  else await completeSolo(visitor, click);
}
