import { GREY, type PdfContents, type Pen, startPdf, utcText, writeMaker } from "@/lib/platform/pdf/document";
import { quotable } from "../quotable";
import type { ReleaseFacts } from "./release-facts";

/** Writes a signed release and its certificate of completion. */
export function drawRelease(facts: ReleaseFacts, at: Date): PdfContents {
  const { release } = facts;
  const { pdf, page } = startPdf({
    title: `Signed release ${release.id}`,
    at,
    files: filesOf(facts, at),
    footer: `Release ${release.id}`,
  });
  drawText(page, release.text);
  page.write("Signed electronically by", { color: GREY, gap: 1.5, keep: true });
  page.write(release.signedName, { font: "bold", size: 16, gap: 0.3 });
  page.write(`${facts.email}, ${utcText(release.signedAt)}`, { gap: 0.3 });
  page.newPage();
  drawCertificate(page, facts, at);
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
  field("Scene, in the platform's words", `“${quotable(scene.title)}”`);
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

  write("Events", { font: "bold", size: 12, gap: 1.5, keep: true });
  for (const event of facts.events) {
    write(`${utcText(event.at)}: ${event.what}`, { gap: 0.6, keep: event.userAgent !== null });
    const where = [event.ip, event.userAgent].filter(Boolean).join(", ");
    if (where) write(where, { color: GREY, size: 8, gap: 0.1, indent: 12 });
  }
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
