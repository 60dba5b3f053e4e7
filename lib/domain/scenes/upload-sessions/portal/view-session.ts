import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { dated, type HistoryLine, type LedgerAction, newestFirst, partnerHistory } from "@/lib/domain/core/ledger";
import { may } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { sessionStatus, type UploadSessionStatus } from "../labels";
import { attestationLink } from "../queries";

/** One of the partner's own upload sessions. Nothing about the creator but what the partner sent. Throws `NotFound`. */
export async function viewUploadSession(ctx: Ctx<PortalUserActor>, sessionId: string) {
  const { partnerId, role } = ctx.actor;
  const session = isId(sessionId) ? await findSession(partnerId, sessionId) : null;
  if (!session) throw new NotFound();
  const { account, attestation, linkSerial, linkHash, ...facts } = session;
  const status = sessionStatus(facts, clock.now());
  const hasLink = status === "pending" && may(role, "manage_integration");
  return {
    ...facts,
    status,
    creator: { accountId: account.id, externalUserId: account.externalUserId },
    /** Null once the session is completed or expired, and for a member who may not create sessions: the link can attest. */
    attestationUrl: hasLink ? await attestationLink({ id: facts.id, linkSerial, linkHash }) : null,
    attestation: attestation && {
      text: attestation.text,
      sha256: hexOf(attestation.textSha256),
      at: attestation.attestedAt,
      ip: attestation.ip,
      userAgent: attestation.userAgent,
    },
    /** The creator's depiction that was logged with the same content id. */
    depictionId: await findDepictionId(account.id, facts.contentId),
    history: await historyOf(partnerId, { ...facts, status }),
  };
}

/** What a session's page shows: what the partner sent, and what the creator stated. */
export type UploadSessionView = Awaited<ReturnType<typeof viewUploadSession>>;

const findSession = (partnerId: string, id: string) =>
  db.uploadSession.findUnique({
    where: { id, partnerId },
    select: {
      id: true,
      contentId: true,
      contentTitle: true,
      contentType: true,
      detectedFaceCount: true,
      path: true,
      callbackUrl: true,
      redirectUrl: true,
      shootDate: true,
      linkSerial: true,
      linkHash: true,
      createdAt: true,
      expiresAt: true,
      completedAt: true,
      account: { select: { id: true, externalUserId: true } },
      attestation: { select: { text: true, textSha256: true, attestedAt: true, ip: true, userAgent: true } },
      scene: { select: { id: true, status: true, block: true } },
    },
  });

// Read by SQL: upload sessions and the content log don't import each other.
async function findDepictionId(accountId: string, contentId: string): Promise<string | null> {
  const [depiction] = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM depictions WHERE account_id = ${accountId} AND external_content_id = ${contentId}`;
  return depiction?.id ?? null;
}

const CREATED: LedgerAction = "upload_session.created";
const DOWNLOADS_SHOWN = 20;

type Dated = { id: string; status: UploadSessionStatus; createdAt: Date; expiresAt: Date; completedAt: Date | null };

async function historyOf(partnerId: string, session: Dated): Promise<HistoryLine[]> {
  const { id, status, createdAt, expiresAt, completedAt } = session;
  const about = [{ kind: "upload_session", ids: [id] }] as const;
  const acts = await partnerHistory("team", { partnerId, about, take: DOWNLOADS_SHOWN + 1 });
  const created = acts.find(({ action }) => action === CREATED);
  return newestFirst([
    { at: createdAt, did: "Created", by: created?.by ?? null },
    ...dated(completedAt, { did: "Completed", more: "the creator attested" }),
    ...dated(status === "expired" ? expiresAt : null, { did: "Expired" }),
    ...acts.filter(({ action }) => action !== CREATED).toReversed(),
  ]);
}
