import { SERVICE_NAME } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";

export const GREY = "#555555";

export type FontName = "regular" | "bold" | "mono";

/** `keep`: on the page of what follows. */
export type Look = { font?: FontName; size?: number; color?: string; gap?: number; indent?: number; keep?: boolean };

/** A text, or a page's end. `ifUndrawn`: only where a character before it was shown as its number, because no font has it. */
type Mark = { text: string; look?: Look; ifUndrawn?: boolean } | "new page";

/** What a document says, before it is drawn. Its pages are numbered at their foot, after `footer`. */
export type PdfContents = {
  title: string;
  at: Date;
  marks: Mark[];
  /** Attached. `isProof`: says nothing that the pages say. */
  files: readonly { name: string; type: string; body: string; isProof?: true }[];
  footer: string;
};

/** Writes down a page, and on to the next. */
export type Pen = {
  write: (text: string, look?: Look) => void;
  /** A label and its value, or several values, each on a line. Values from outside can't add lines, so they can't imitate a field. */
  field: (label: string, value: string | readonly string[], font?: FontName) => void;
  newPage: () => void;
};

/** A document to write, with files attached: the exact bytes of what it shows. `renderPdf` draws and signs it. */
export function startPdf({ footer, files, ...about }: Omit<PdfContents, "marks">): { pdf: PdfContents; page: Pen } {
  const pdf: PdfContents = { ...about, marks: [], files, footer };
  const write: Pen["write"] = (text, look) => void pdf.marks.push({ text, look });
  const field: Pen["field"] = (label, value, font = "regular") => {
    write(label, { color: GREY, size: 9, gap: 0.7 });
    write([value].flat().map(oneLine).join("\n"), { font, gap: 0.1, size: font === "mono" ? 9 : 10 });
  };
  return { pdf, page: { write, field, newPage: () => void pdf.marks.push("new page") } };
}

// Blanks, control characters, and characters without a width, which can reverse the words around them.
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ").trim();

/** Says who made a copy and who keeps the records, and where the attached files have more than the fonts can show. */
export function writeMaker({ marks, files, at }: PdfContents): void {
  const { custodianName, custodianTitle, custodianAddress } = env();
  const text =
    `${SERVICE_NAME} made this copy on ${utcText(at)} from its records and signed it with its certificate. Any later change breaks that ` +
    `signature. The records are kept by ${custodianName}, ${custodianTitle}, ${custodianAddress}.`;
  marks.push({ text, look: { color: GREY, gap: 1.5 } });
  const names = files.flatMap(({ name, isProof }) => (isProof ? [] : name));
  const more = `Characters that this document's fonts lack are shown as their Unicode numbers. ${names.join(" and ")}, attached, ${names.length === 1 ? "has" : "have"} them as they were.`;
  marks.push({ text: more, look: { color: GREY }, ifUndrawn: true });
}

/** A time such as 2026-11-23 10:00:00 UTC. */
export const utcText = (at: Date): string => `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
