import { completeSolo, statementOf } from "@/lib/domain/scenes/upload-sessions";
import { pathOf, SESSION_MS } from "@/lib/domain/scenes/upload-sessions/labels";
import { newAttestationLink } from "@/lib/domain/scenes/upload-sessions/queries";
import { clock } from "@/lib/platform/clock";
import { db, type Prisma } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makePartner, systemCtx } from "./factories";

/** A session that waits for its creator, who is active, and the token of its link. A new partner's by default. */
export async function makeUploadSession(
  partner?: { id: string; plan: "creator_pays" | "platform_pays" },
  data: Partial<Prisma.UploadSessionUncheckedCreateInput> = {},
) {
  const owner = partner ?? (await makePartner({ collabScenes: true }));
  const account = data.accountId
    ? await db.soloAccount.findUniqueOrThrow({ where: { id: data.accountId } })
    : await makeAccount(owner, { status: "active" });
  const [id, createdAt] = [newId(), data.createdAt ? new Date(data.createdAt) : clock.now()];
  const { url, ...link } = newAttestationLink(id);
  const detectedFaceCount = data.detectedFaceCount ?? 1;
  const made = await db.uploadSession.create({
    data: {
      id,
      partnerId: owner.id,
      accountId: account.id,
      detectedFaceCount,
      path: pathOf(detectedFaceCount),
      contentId: `post-${id}`,
      contentType: "video",
      contentTitle: "Summer at the lake",
      ...link,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + SESSION_MS),
      ...data,
    },
    include: { partner: true },
  });
  return { ...made, account, url, token: url.slice(url.lastIndexOf("/") + 1) };
}

export type MadeUploadSession = Awaited<ReturnType<typeof makeUploadSession>>;

/** What the page sends when the creator attests. */
export const clickOf = (session: MadeUploadSession) => ({
  sessionId: session.id,
  shootDate: "2026-09-01",
  shown: statementOf({ ...session, partnerName: session.partner.name }).shown,
});

/** Attest in a session with one face as its creator does, and return what they stated. */
export async function attestIn({ id: sessionId }: { id: string }) {
  const session = await db.uploadSession.findUniqueOrThrow({ where: { id: sessionId }, include: { partner: true } });
  const statement = statementOf({ ...session, partnerName: session.partner.name });
  await completeSolo(systemCtx("attest"), { sessionId, shootDate: "2026-09-01", shown: statement.shown });
  return statement;
}
