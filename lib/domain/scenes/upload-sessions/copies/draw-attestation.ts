import { sceneCostAtMost } from "@/lib/domain/billing";
import { quotable } from "@/lib/domain/scenes";
import { hexOf } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { moneyText } from "@/lib/platform/mail/template";
import { type PdfContents, type Pen, startPdf, utcText, writeMaker } from "@/lib/platform/pdf/document";
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

function drawCertificate(
  { write, field }: Pen,
  { attestation, content, platform, creator, sessionId, scene }: AttestationFacts,
): void {
  write("Certificate of completion", { font: "bold", size: 18, gap: 0 });
  field("Platform", platform);
  field("Content, in the platform's words", `“${quotable(content.title)}”`);
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
    `Someone who opened the platform's link for this creator. The link doesn't prove who.${scene ? " Each performer they named signs a release of their own." : ""}`,
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
