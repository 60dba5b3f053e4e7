import { evidenceOf, presentAttestation } from "@/lib/domain/acts";
import { sceneCostAtMost } from "@/lib/domain/billing";
import type { Ctx, PersonActor, PortalUserActor, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertNoConflict, reservedAmong } from "@/lib/domain/custody/conflicts";
import { assertMay } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { moneyText } from "@/lib/platform/mail/template";
import { type PdfContents, type Pen, startPdf, utcText, writeMaker } from "@/lib/platform/pdf/document";
import { renderPdf } from "@/lib/platform/pdf/render-pdf";
import { currentSigningKey } from "@/lib/platform/signing/signing-key";
import { quotable } from "../..";
import { findAgeAlerts } from "../age-on-day";
import { CONTENT_TYPE_WORDS } from "../labels";

/** The facts of a completed session; null if it isn't completed. The caller has checked who asks. */
export async function findAttestationFacts(sessionId: string) {
  const session = await db.uploadSession.findUnique({
    where: { id: sessionId },
    include: {
      attestation: true,
      account: { select: { externalUserId: true } },
      partner: { select: { name: true } },
      scene: { select: { id: true, performers: { select: { email: true }, orderBy: { position: "asc" } } } },
    },
  });
  if (!session?.attestation) return null;
  const { attestation, scene, account, partner, path, contentId, contentTitle, contentType, shootDate } = session;
  return {
    sessionId,
    platform: partner.name,
    /** The platform's user id for the creator. */
    creator: account.externalUserId,
    content: { id: contentId, title: contentTitle, type: contentType, shootDate },
    path,
    /** Whom the creator named, and the scene that this created; null for a creator alone. */
    scene: scene && {
      id: scene.id,
      performers: scene.performers.map(({ email }) => email),
      costAtMostCents: sceneCostAtMost(scene.performers.length),
    },
    attestation: {
      id: attestation.id,
      text: attestation.text,
      version: attestation.textVersion,
      sha256: hexOf(attestation.textSha256),
      at: attestation.attestedAt,
      proof: attestation.proof,
      ip: attestation.ip,
      userAgent: attestation.userAgent,
    },
  };
}

/** What the copy of an attestation says. The partner reads it too, so it names the creator only by the platform's own id. */
export type AttestationFacts = NonNullable<Awaited<ReturnType<typeof findAttestationFacts>>>;

const TEXT_FILE = "statement.txt";
const FACTS_FILE = "certificate.json";

/** Writes a creator's statement and its certificate of completion. */
export function drawAttestation(facts: AttestationFacts, at: Date): PdfContents {
  const { id, text, ...attestation } = facts.attestation;
  const json = JSON.stringify({ ...facts, attestation: { id, ...attestation }, copiedAt: at }, null, 2);
  const files = [
    { name: TEXT_FILE, type: "text/plain", body: text },
    { name: FACTS_FILE, type: "application/json", body: json },
  ];
  const title = `Attestation ${id}`;
  const { pdf, page } = startPdf({ title, at, files, footer: title });
  for (const [index, paragraph] of text.split("\n\n").entries())
    page.write(paragraph, index === 0 ? { font: "bold", size: 14, gap: 0 } : {});
  page.newPage();
  drawCertificate(page, facts);
  writeMaker(pdf);
  return pdf;
}

const BY: Readonly<Record<string, string>> = {
  hosted_link: "Someone who opened the platform's link for this creator. The link doesn't prove who.",
  session: "The creator, signed in to their own account with us.",
};

function drawCertificate(
  { write, field }: Pen,
  { attestation, content, platform, creator, sessionId, scene }: AttestationFacts,
): void {
  write("Certificate of completion", { font: "bold", size: 18, gap: 0 });
  field("Platform", platform);
  field("Title, as the platform gave it", `“${quotable(content.title)}”`);
  field("The platform's content id", content.id, "mono");
  field("Kind of content", CONTENT_TYPE_WORDS[content.type]);
  field("Day of production", content.shootDate ? content.shootDate.toISOString().slice(0, 10) : "Not stated");
  field(
    "Shown and attested",
    `The text before this certificate${attestation.version ? `, version ${attestation.version}` : ""}, also attached as ${TEXT_FILE}`,
  );
  field("SHA-256 of that text", attestation.sha256, "mono");
  field("Creator, by the platform's user id", creator, "mono");
  field(
    "Attested by",
    `${BY[attestation.proof] ?? BY.hosted_link}${scene ? " Each performer they named signs a release of their own." : ""}`,
  );
  if (scene) {
    field("Named as the other performers", scene.performers);
    field("Cost of the scene", `At most ${moneyText(scene.costAtMostCents)}`);
  }
  field("Attested at", utcText(attestation.at));
  field(
    "Network address and browser",
    `${attestation.ip ?? "Not recorded"}, ${attestation.userAgent ?? "browser not recorded"}`,
  );
  field("Upload session", sessionId, "mono");
  if (scene) field("Scene", scene.id, "mono");
  field("Attestation record", attestation.id, "mono");
}

/** A copy to download. */
type OpenedAttestationCopy = { fileName: string; pdf: Buffer };

/**
 * A signed PDF of what a creator attested to in a session, for an owner or admin of the partner's team and for the creator who attested.
 * The ledger records the download first. Throws `NotFound` for somebody else's session and one that isn't completed, `Forbidden`.
 */
export async function openAttestationCopy(
  ctx: Ctx<PortalUserActor | PersonActor>,
  sessionId: string,
): Promise<OpenedAttestationCopy> {
  const { actor } = ctx;
  const owner = actor.kind === "person" ? { attestation: { userId: actor.userId } } : { partnerId: actor.partnerId };
  const where = { id: sessionId, completedAt: { not: null }, ...owner };
  if (!isId(sessionId) || (await db.uploadSession.count({ where })) === 0) throw new NotFound();
  await inTransaction(async (tx) => {
    if (actor.kind === "portal_user") await assertMay(tx, ctx, { partnerId: actor.partnerId, to: "manage_records" });
    const subject = { kind: "upload_session", id: sessionId } as const;
    record(tx, {
      ctx,
      action: "upload_session.copy_downloaded",
      subject,
      ...(isPerson(ctx) && { detail: evidenceOf(ctx) }),
    });
  });
  return makeCopy(sessionId, actor.kind === "person" ? actor.userId : actor.partnerId);
}

const isPerson = (ctx: Ctx<PortalUserActor | PersonActor>): ctx is Ctx<PersonActor> => ctx.actor.kind === "person";

/**
 * The same copy for a custodian with a stated purpose. The ledger records the look first; partners can't see it, and the creator
 * can. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`).
 */
export async function viewAttestationCopy(
  ctx: Ctx<StaffActor>,
  { sessionId, purpose }: { sessionId: string; purpose: string },
): Promise<OpenedAttestationCopy> {
  await assertNoConflict(db, ctx, { session: sessionId });
  const session = isId(sessionId)
    ? await db.uploadSession.findUnique({
        where: { id: sessionId },
        select: { attestation: { select: { userId: true } } },
      })
    : null;
  if (!session?.attestation) throw new NotFound();
  const { userId } = session.attestation;
  await inTransaction(async (tx) => {
    const look = { ctx, partnerId: null, reason: purpose };
    record(tx, { ...look, action: "upload_session.viewed", subject: { kind: "upload_session", id: sessionId } });
    if (userId) record(tx, { ...look, action: "person.attestation_viewed", subject: { kind: "person", id: userId } });
  });
  return makeCopy(sessionId, ctx.actor.userId);
}

const SHOWN = 100;

/**
 * An account's latest attestations, for a custodian who opened the account, without those that are reserved for another custodian.
 * Throws `Forbidden`, also `conflict_of_interest`.
 */
export async function listAttestedSessions(ctx: Ctx<StaffActor>, accountId: string) {
  await assertNoConflict(db, ctx, { account: accountId });
  const latest = await db.uploadSession.findMany({
    where: { accountId, completedAt: { not: null } },
    orderBy: { id: "desc" },
    take: SHOWN,
    select: { id: true, contentId: true, contentTitle: true, attestation: true },
  });
  const reserved = await reservedAmong(db, ctx, { what: "session", ids: latest.map(({ id }) => id) });
  const sessions = latest.filter(({ id }) => !reserved.has(id));
  const alerts = await findAgeAlerts(sessions.map(({ id }) => id));
  return sessions.flatMap(({ attestation, ...session }) =>
    attestation
      ? [{ ...session, act: presentAttestation(attestation), underAgeAt: alerts.get(session.id) ?? null }]
      : [],
  );
}

/** What a creator attested to in one session, for custodians. `underAgeAt`: when we found no proof that they were 18 on the day. */
export type AttestedSession = Awaited<ReturnType<typeof listAttestedSessions>>[number];

async function makeCopy(sessionId: string, whose: string): Promise<OpenedAttestationCopy> {
  const facts = await findAttestationFacts(sessionId);
  if (!facts) throw new NotFound();
  const at = clock.now();
  const key = await currentSigningKey();
  const reason = "Copy of an attestation, with its certificate of completion";
  const pdf = await renderPdf({ whose, reason, key, write: () => drawAttestation(facts, at) });
  return { fileName: `attestation-${sessionId}.pdf`, pdf };
}
