import { readLedger } from "@/lib/domain/core/ledger";
import { checkpointIn, type Proof } from "@/lib/domain/core/transparency";
import { matchName, namesOf } from "@/lib/domain/identity/names";
import { hexOf } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { GREY, type PdfContents, type Pen, startPdf, utcText, writeMaker } from "@/lib/platform/pdf/document";
import { askedText, givenText, signedAnswers } from "../consents";
import type { ConsentPage } from "../labels";
import { quotable } from "../quotable";

/** Writes a signed release and its certificate of completion, with the proof that the ledger has the signature. */
export function drawRelease(facts: ReleaseFacts, { at, proof }: { at: Date; proof: Proof | null }): PdfContents {
  const { release } = facts;
  const { pdf, page } = startPdf({
    title: `Signed release ${release.id}`,
    at,
    files: [...filesOf(facts, at), ...(proof ? [proofFile(proof)] : [])],
    footer: `Release ${release.id}`,
  });
  drawText(page, release.text);
  page.write("Signed electronically by", { color: GREY, gap: 1.5, keep: true });
  page.write(release.signedName, { font: "bold", size: 16, gap: 0.3 });
  page.write(`${facts.email}, ${utcText(release.signedAt)}`, { gap: 0.3 });
  page.newPage();
  drawCertificate(page, facts, at);
  drawProof(page, proof);
  writeMaker(pdf);
  return pdf;
}

/** The release's text: its headings stand out, and its words are exact. */
function drawText(page: Pen, text: string): void {
  for (const [index, paragraph] of text.split("\n\n").entries()) {
    if (index === 0) page.write(paragraph, { font: "bold", size: 18, gap: 0 });
    else if (/^(In plain words: |Version )/.test(paragraph)) page.write(paragraph, { color: GREY });
    else if (paragraph.length < 60 && !/[.:]$/.test(paragraph))
      page.write(paragraph, { font: "bold", size: 12, gap: 1, keep: true });
    else page.write(paragraph);
  }
}

function drawCertificate(page: Pen, { release, scene, ...facts }: ReleaseFacts, at: Date): void {
  const { write, field } = page;
  write("Certificate of completion", { font: "bold", size: 18, gap: 0 });
  field("Platform", scene.platform);
  field("Title, as the platform gave it", `“${quotable(scene.title)}”`);
  field("Performer record", facts.performerId, "mono");
  field("Shoot date", scene.shootDate ? utcText(scene.shootDate) : "Not stated");
  field(
    "Shown and signed",
    `The text before this certificate, version ${release.version}, also attached as ${TEXT_FILE}`,
  );
  field("SHA-256 of that text", release.sha256, "mono");
  field("Signed by (name as typed)", release.signedName);
  field("That name and the ID", NAMES[facts.nameMatch]);
  field("Email address", facts.email);
  field("Proof of the mailbox", release.proof);
  field("Signed at", utcText(release.signedAt));
  field(
    "Network address and browser",
    `${release.ip ?? "Not recorded"}, ${release.userAgent ?? "browser not recorded"}`,
  );
  field(
    "ID",
    facts.idVerifiedAt
      ? `Verified on ${utcText(facts.idVerifiedAt)}`
      : `Not verified by ${utcText(at)}, when this copy was made. The consent counts only once it is verified.`,
  );
  field("Release record", release.id, "mono");

  if (facts.answers) {
    write("Consents asked", { font: "bold", size: 12, gap: 1.5, keep: true });
    for (const answer of facts.answers) field(askedText(answer), givenText(answer));
  }

  write("Events", { font: "bold", size: 12, gap: 1.5, keep: true });
  for (const event of facts.events) {
    write(`${utcText(event.at)}: ${event.what}`, { gap: 0.6, keep: event.userAgent !== null });
    const where = [event.ip, event.userAgent].filter(Boolean).join(", ");
    if (where) write(where, { color: GREY, size: 8, gap: 0.1, indent: 12 });
  }
  if (facts.events.some(({ what }) => what.includes(FOLDED))) write(HOW_OPENED, { color: GREY, size: 8, gap: 0.6 });
}

const FOLDED: ConsentPage = "release, exact texts folded";
const HOW_OPENED =
  "The page of the release shows each clause in plain words, with its exact text folded below it, and can show every exact text at " +
  "once. That an exact text was opened is what the browser's script reported. A browser without scripts reports nothing.";

function drawProof({ write }: Pen, proof: Proof | null): void {
  write("Proof in the ledger", { font: "bold", size: 12, gap: 1.5, keep: true });
  if (!proof) {
    write("When this copy was made, the ledger's public log didn't have the signature yet.");
    return;
  }
  const [log = "", size = "", root = ""] = checkpointIn(proof.text).split("\n");
  write(
    `The signature is entry ${proof.index} of the public log over our ledger. ${PROOF_FILE}, attached, proves that, with the log's signed ` +
      `checkpoint of ${size} entries. Whoever has that checkpoint can tell if the log was changed later. Verify the proof at ` +
      `${env().baseUrl}/verify/ledger.`,
  );
  write(`${log}, ${size} entries, root ${root}`, { font: "mono", size: 8, gap: 0.3 });
}

const NAMES: Record<ReleaseFacts["nameMatch"], string> = {
  legal: "It is the name on the verified ID.",
  other: "It is another name on the performer's record, beside the name on the verified ID.",
  none: "It differs from the name on the verified ID and from every other name on the performer's record.",
  unverified: "Not compared: the ID was not verified when this copy was made. A custodian compares them with the ID.",
};

const TEXT_FILE = "release.txt";
const FACTS_FILE = "certificate.json";

/** The exact bytes that were attested, and the certificate for programs. */
function filesOf(facts: ReleaseFacts, at: Date): PdfContents["files"] {
  const { text, ...release } = facts.release;
  const json = JSON.stringify({ ...facts, release, copiedAt: at }, null, 2);
  return [
    { name: TEXT_FILE, type: "text/plain", body: text },
    { name: FACTS_FILE, type: "application/json", body: json },
  ];
}

const PROOF_FILE = "signature.tlog-proof";

const proofFile = ({ text }: Proof): PdfContents["files"][number] => ({
  ...{ name: PROOF_FILE, type: "text/plain", body: text, isProof: true },
});

/** One event on the way to a signature. */
export type EvidenceEvent = { at: Date; what: string; ip: string | null; userAgent: string | null };

const PROOFS: Record<string, string> = {
  mail_link: "The link in an email to this address, opened and continued in the browser that signed",
  code: "A code emailed to this address, entered in the browser that signed",
  session: "Signed in to their own account under this address",
  link_and_code:
    "The link in an email to this address, and a code from a second email to it, entered in the browser that signed",
};

/** The evidence of a performer's signed release; null while they haven't signed. */
export async function findReleaseFacts(performerId: string) {
  const performer = await db.scenePerformer.findUnique({
    where: { id: performerId },
    include: { release: true, scene: { include: { partner: { select: { name: true } } } } },
  });
  if (!performer?.release) return null;
  const { release, scene, email, userId } = performer;
  const [identity, names, events] = await Promise.all([
    userId ? db.identity.findUnique({ where: { userId }, select: { verifiedAt: true } }) : null,
    namesOf(userId ? [userId] : []),
    findEvents(performerId),
  ]);
  const verified = identity && { at: identity.verifiedAt, what: "ID verified", ip: null, userAgent: null };
  return {
    performerId,
    email,
    scene: { title: scene.title, platform: scene.partner.name, shootDate: scene.shootDate },
    release: {
      id: release.id,
      text: release.text,
      version: release.textVersion ?? "",
      sha256: hexOf(release.textSha256),
      signedName: release.signedName ?? "",
      proof: PROOFS[release.proof] ?? release.proof,
      ip: release.ip,
      userAgent: release.userAgent,
      signedAt: release.attestedAt,
    },
    /** Each consent that the release asked for, as answered. A release of an earlier version has none here. */
    answers: signedAnswers({ given: performer.given, needs: scene.needs }),
    /** Whether the name typed is the performer's. The copy never says their verified name. */
    nameMatch: userId ? matchName(release.signedName ?? "", names(userId)) : ("unverified" as const),
    /** Null while the performer's ID isn't verified. */
    idVerifiedAt: identity?.verifiedAt ?? null,
    /** Oldest first. */
    events: [...(verified ? [verified] : []), ...events].toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  };
}

/** Everything that a release's certificate of completion says, as stored. */
export type ReleaseFacts = NonNullable<Awaited<ReturnType<typeof findReleaseFacts>>>;

/**
 * The ledger's entries about a performer up to the signature, and about the consent that followed. Views by custodians and the like
 * aren't the performer's evidence.
 */
async function findEvents(performerId: string): Promise<EvidenceEvent[]> {
  const entries = await readLedger("release", { about: [{ kind: "scene_performer", ids: [performerId] }] });
  // A copy that is made late must not show what happened since.
  const signed = entries.findLast(({ action }) => action === "scene_performer.signed");
  return entries
    .filter(({ seq, action }) => action === "scene_performer.consented" || (signed && seq <= signed.seq))
    .toReversed()
    .map(({ at, did, reason, detail: { ip, userAgent, template, code } }) => {
      const about = [reason, template, code].filter(Boolean).join(", ");
      return { at, what: about ? `${did} (${about})` : did, ip: ip ?? null, userAgent: userAgent ?? null };
    });
}
