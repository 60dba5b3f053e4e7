import PDFDocument from "pdfkit";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { type FontName, type PdfFonts, pdfFonts } from "./fonts";

const MARGIN = 60;
// A heading with less room below it starts the next page.
const ROOM = 90;
const UNDRAWN = /\[U\+[0-9A-F]{4,6}\]/;

export const GREY = "#555555";

export type Pdf = InstanceType<typeof PDFDocument>;

/** `keep`: on the page of what follows. */
type Look = { font?: FontName; size?: number; color?: string; gap?: number; indent?: number; keep?: boolean };

/** Writes down a page, and on to the next. */
export type Pen = {
  write: (text: string, look?: Look) => void;
  /** A label and its value, or several values, each on a line. Values from outside can't add lines, so they can't imitate a field. */
  field: (label: string, value: string | readonly string[], font?: FontName) => void;
  /** Whether a character was shown as its number, because no font has it. */
  undrawn: () => boolean;
};

/** Start a document with our fonts. Sign and end it with `finishSigned`. */
export async function startPdf({ title, at }: { title: string; at: Date }): Promise<{ pdf: Pdf; page: Pen }> {
  const fonts = await pdfFonts();
  const pdf = new PDFDocument({
    size: "LETTER",
    margin: MARGIN,
    bufferPages: true,
    lang: "en-US",
    displayTitle: true,
    info: { Title: title, Author: SERVICE_NAME, CreationDate: at, ModDate: at },
  });
  for (const [name, file] of Object.entries(fonts.files)) pdf.registerFont(name, file);
  return { pdf, page: penOf(pdf, fonts) };
}

function penOf(pdf: Pdf, { drawable }: PdfFonts): Pen {
  let undrawn = false;
  const write: Pen["write"] = (
    text,
    { font = "regular", size = 10, color = "black", gap = 0.6, indent = 0, keep = false } = {},
  ) => {
    const drawn = drawable(text, font);
    undrawn ||= UNDRAWN.test(drawn);
    if (keep && pdf.y > pdf.page.height - MARGIN - ROOM) pdf.addPage();
    pdf.font(font).fontSize(size).fillColor(color);
    pdf.moveDown(gap).text(drawn, MARGIN + indent, undefined, { width: pdf.page.width - 2 * MARGIN - indent });
  };
  return {
    write,
    field(label, value, font = "regular") {
      write(label, { color: GREY, size: 9, gap: 0.7 });
      write([value].flat().map(oneLine).join("\n"), { font, gap: 0.1, size: font === "mono" ? 9 : 10 });
    },
    undrawn: () => undrawn,
  };
}

// Blanks, control characters, and characters without a width, which can reverse the words around them.
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ").trim();

/** Attach files to a document: the exact bytes of what it shows. */
export function attachFiles(pdf: Pdf, files: readonly { name: string; type: string; body: string }[], at: Date): void {
  for (const { name, type, body } of files)
    pdf.file(Buffer.from(body), { name, type, creationDate: at, modifiedDate: at });
}

/** Say who made a copy and who keeps the records, and where the attached files (`names`) have more than the fonts can show. */
export function writeMaker(page: Pen, names: readonly string[], at: Date): void {
  const { custodianName, custodianTitle, custodianAddress } = env();
  page.write(
    `${SERVICE_NAME} made this copy on ${utcText(at)} from its records and signed it with its certificate. Any later change breaks that ` +
      `signature. The records are kept by ${custodianName}, ${custodianTitle}, ${custodianAddress}.`,
    { color: GREY, gap: 1.5 },
  );
  if (page.undrawn()) {
    page.write(
      `Characters that this document's fonts lack are shown as their Unicode numbers. ${names.join(" and ")}, attached, ${names.length === 1 ? "has" : "have"} them as they were.`,
      { color: GREY },
    );
  }
}

/** Number the pages at their foot, after what the document is. */
export function numberPages(pdf: Pdf, page: Pen, name: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = start; index < start + count; index++) {
    pdf.switchToPage(index);
    // Below the margin, where text would otherwise start a page of its own.
    pdf.page.margins.bottom = 0;
    pdf.y = pdf.page.height - MARGIN + 20;
    page.write(`${name}, page ${index - start + 1} of ${count}`, { size: 8, color: GREY, gap: 0 });
  }
}

/** A time such as 2026-11-23 10:00:00 UTC. */
export const utcText = (at: Date): string => `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
