import type { Ctx, PartnerKeyActor, SystemActor } from "@/lib/domain/core/context";
import {
  completeCollab,
  completeSolo,
  createUploadSession,
  findSessionByToken,
  readUploadSession,
  statementOf,
} from "@/lib/domain/scenes/upload-sessions";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";

type PartnerCtx = Ctx<PartnerKeyActor>;

/** A demo session: who its creator names beside themselves, and whether they attest. */
type DemoSession = { contentId: string; title: string; performers: readonly string[]; attests: boolean };

const UPLOADER = "nl-1001";
const VERIFIED = "jonah@creators.example.com";

const SESSIONS: readonly DemoSession[] = [
  { contentId: "nl-post-201", title: "Morning light", performers: [], attests: true },
  { contentId: "nl-post-202", title: "Kitchen stories", performers: [], attests: false },
  { contentId: "nl-post-203", title: "Weekend in the cabin", performers: [VERIFIED], attests: true },
  { contentId: "nl-post-204", title: "Poolside", performers: [VERIFIED], attests: false },
];

/** Creates the demo partner's upload sessions, a completed and a pending one of each path. Continues where an earlier run stopped. */
export async function seedUploadSessions(ctx: Ctx<SystemActor>, partner: PartnerCtx): Promise<void> {
  for (const session of SESSIONS) {
    const sessionId = (await findSession(partner, session.contentId)) ?? (await create(partner, session));
    if (session.attests) await attest({ ctx, partner, sessionId, performers: session.performers });
  }
}

async function findSession({ actor: { partnerId } }: PartnerCtx, contentId: string): Promise<string | null> {
  const session = await db.uploadSession.findFirst({ where: { partnerId, contentId }, select: { id: true } });
  return session?.id ?? null;
}

async function create(partner: PartnerCtx, { contentId, title, performers, attests }: DemoSession): Promise<string> {
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

type Act = { ctx: Ctx<SystemActor>; partner: PartnerCtx; sessionId: string; performers: readonly string[] };

/** The creator's click on the page. A completed session stays as it is. */
async function attest({ ctx, partner, sessionId, performers }: Act): Promise<void> {
  const { attestationUrl } = await readUploadSession(partner, sessionId);
  const session = await findSessionByToken(attestationUrl.split("/").at(-1) ?? "");
  if (!session) throw new Error("The demo's session has no link.");
  const click = { sessionId, shootDate: null, shown: statementOf(session).shown };
  const visitor = { ...ctx, ip: "203.0.113.20", userAgent: "Demo" };
  if (session.path === "collab") await completeCollab(visitor, { ...click, performers });
  else await completeSolo(visitor, click);
}
