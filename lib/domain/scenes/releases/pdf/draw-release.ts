import PDFDocument from "pdfkit";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import type { ReleaseFacts } from "./release-facts";
import { type FontName, type ReleaseFonts, releaseFonts } from "./release-fonts";

const MARGIN = 60;
// A heading with less room below it starts the next page.
const ROOM = 90;
const GREY = "#555555";
const UNDRAWN = /\[U\+[0-9A-F]{4,6}\]/;

/** Draws a signed release and its certificate of completion. The caller signs and ends the document. */
export async function drawRelease(facts: ReleaseFacts, at: Date): Promise<InstanceType<typeof PDFDocument>> {
  const fonts = await releaseFonts();
  const { release } = facts;
  const pdf = new PDFDocument({
    size: "LETTER",
    margin: MARGIN,
    bufferPages: true,
    lang: "en-US",
    displayTitle: true,
    info: { Title: `Signed release ${release.id}`, Author: SERVICE_NAME, CreationDate: at, ModDate: at },
  });
  for (const [name, file] of Object.entries(fonts.files)) pdf.registerFont(name, file);
  const page = pen(pdf, fonts);
  drawText(page, release.text);
  page.write("Signed electronically by", { color: GREY, gap: 1.5, keep: true });
  page.write(release.signedName, { font: "bold", size: 16, gap: 0.3 });
  page.write(`${facts.email}, ${utc(release.signedAt)}`, { gap: 0.3 });
  pdf.addPage();
  drawCertificate(page, facts, at);
  attach(pdf, facts, at);
  numberPages(pdf, page, release.id);
  return pdf;
}

/** `keep`: on the page of what follows. */
type Look = { font?: FontName; size?: number; color?: string; gap?: number; indent?: number; keep?: boolean };
type Pen = { write: (text: string, look?: Look) => void; undrawn: () => boolean };

function pen(pdf: InstanceType<typeof PDFDocument>, { drawable }: ReleaseFonts): Pen {
  let undrawn = false;
  return {
    write(text, { font = "regular", size = 10, color = "black", gap = 0.6, indent = 0, keep = false } = {}) {
      const drawn = drawable(text, font);
      undrawn ||= UNDRAWN.test(drawn);
      if (keep && pdf.y > pdf.page.height - MARGIN - ROOM) pdf.addPage();
      pdf.font(font).fontSize(size).fillColor(color);
      pdf.moveDown(gap).text(drawn, MARGIN + indent, undefined, { width: pdf.page.width - 2 * MARGIN - indent });
    },
    undrawn: () => undrawn,
  };
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
  page.write("Certificate of completion", { font: "bold", size: 18, gap: 0 });
  const field = (label: string, value: string, font: FontName = "regular") => {
    page.write(label, { color: GREY, size: 9, gap: 0.7 });
    page.write(value, { font, gap: 0.1, size: font === "mono" ? 9 : 10 });
  };
  field("Platform", scene.platform);
  field("Scene, in the platform's words", `“${scene.title}”`);
  field("Performer record", facts.performerId, "mono");
  field("Shoot date", scene.shootDate ? utc(scene.shootDate) : "Not stated");
  field(
    "Shown and signed",
    `The text before this certificate, version ${release.version}, also attached as ${TEXT_FILE}`,
  );
  field("SHA-256 of that text", release.sha256, "mono");
  field("Signed by (name as typed)", release.signedName);
  field("Email address", facts.email);
  field("Proof of the mailbox", release.proof);
  field("Signed at", utc(release.signedAt));
  field(
    "Network address and browser",
    `${release.ip ?? "Not recorded"}, ${release.userAgent ?? "browser not recorded"}`,
  );
  field(
    "ID",
    facts.idVerifiedAt ? `Verified on ${utc(facts.idVerifiedAt)}` : "Not verified yet when this copy was made",
  );
  field("Release record", release.id, "mono");

  page.write("Events", { font: "bold", size: 12, gap: 1.5, keep: true });
  for (const event of facts.events) {
    page.write(`${utc(event.at)}: ${event.what}`, { gap: 0.6, keep: event.userAgent !== null });
    const where = [event.ip, event.userAgent].filter(Boolean).join(", ");
    if (where) page.write(where, { color: GREY, size: 8, gap: 0.1, indent: 12 });
  }
  const { custodianName, custodianTitle, custodianAddress } = env();
  page.write(
    `${SERVICE_NAME} made this copy on ${utc(at)} from its records and signed it with its certificate. Any later change breaks that ` +
      `signature. The records are kept by ${custodianName}, ${custodianTitle}, ${custodianAddress}.`,
    { color: GREY, gap: 1.5 },
  );
  if (page.undrawn()) {
    page.write(
      `Characters that this document's fonts lack are shown as their Unicode numbers. ${TEXT_FILE} and ${FACTS_FILE}, attached, have them as they were.`,
      { color: GREY },
    );
  }
}

const TEXT_FILE = "release.txt";
const FACTS_FILE = "certificate.json";

/** The exact bytes that were attested, and the certificate for programs. */
function attach(pdf: InstanceType<typeof PDFDocument>, facts: ReleaseFacts, at: Date): void {
  const { text, ...release } = facts.release;
  const dates = { creationDate: at, modifiedDate: at };
  pdf.file(Buffer.from(text), { name: TEXT_FILE, type: "text/plain", ...dates });
  const json = JSON.stringify({ ...facts, release, copiedAt: at }, null, 2);
  pdf.file(Buffer.from(json), { name: FACTS_FILE, type: "application/json", ...dates });
}

function numberPages(pdf: InstanceType<typeof PDFDocument>, page: Pen, releaseId: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = start; index < start + count; index++) {
    pdf.switchToPage(index);
    // Below the margin, where text would otherwise start a page of its own.
    pdf.page.margins.bottom = 0;
    pdf.y = pdf.page.height - MARGIN + 20;
    page.write(`Release ${releaseId}, page ${index - start + 1} of ${count}`, { size: 8, color: GREY, gap: 0 });
  }
}

/** A time such as 2026-11-23 10:00:00 UTC. */
const utc = (at: Date): string => `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
