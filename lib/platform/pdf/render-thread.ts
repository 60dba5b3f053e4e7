// The thread that draws PDFs, because that takes up to seconds. Node runs this file as it is, so it imports packages and
// types only. `render-pdf.ts` starts it.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import { create } from "fontkit";
import PDFDocument from "pdfkit";
import type { FontName, Look, PdfContents } from "./document.ts";

/** What to draw. */
export type PdfOrder = { contents: PdfContents; author: string };

const MARGIN = 60;
// A heading with less room below it starts the next page.
const ROOM = 90;

// The fonts of our PDFs, embedded in them. The same family as on the pages. Every entry point runs in the project's folder.
const FILES: Readonly<Record<FontName, string>> = {
  regular: "geist-sans/Geist-Regular.ttf",
  bold: "geist-sans/Geist-SemiBold.ttf",
  mono: "geist-mono/GeistMono-Regular.ttf",
};

type Font = { name: string; file: Buffer; characters: ReadonlySet<number> };

const fonts = Promise.all(
  Object.entries(FILES).map(async ([name, path]): Promise<Font> => {
    const file = await readFile(join("node_modules/geist/dist/fonts", path));
    const font = create(file);
    return { name, file, characters: new Set("characterSet" in font ? font.characterSet : []) };
  }),
);

parentPort?.on("message", async (order: PdfOrder) => {
  const pdf = await render(order, await fonts);
  parentPort?.postMessage(pdf);
});

async function render({ contents, author }: PdfOrder, known: readonly Font[]): Promise<Uint8Array> {
  const { title, at, marks, files, footer } = contents;
  const pdf = new PDFDocument({
    size: "LETTER",
    margin: MARGIN,
    bufferPages: true,
    lang: "en-US",
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  });
  for (const { name, file } of known) pdf.registerFont(name, file);
  const write = writerOf(pdf, known);
  let isUndrawn = false;
  for (const mark of marks) {
    if (mark === "new page") pdf.addPage();
    else if (!mark.ifUndrawn || isUndrawn) isUndrawn = write(mark.text, mark.look) || isUndrawn;
  }
  for (const { name, type, body } of files)
    pdf.file(Buffer.from(body), { name, type, creationDate: at, modifiedDate: at });
  const { start, count } = pdf.bufferedPageRange();
  for (let index = start; index < start + count; index++) {
    pdf.switchToPage(index);
    // Below the margin, where text would otherwise start a page of its own.
    pdf.page.margins.bottom = 0;
    pdf.y = pdf.page.height - MARGIN + 20;
    write(`${footer}, page ${index - start + 1} of ${count}`, { size: 8, color: "#555555", gap: 0 });
  }
  const chunks: Buffer[] = [];
  pdf.end();
  for await (const chunk of pdf) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Writes text and tells whether a character was shown as its number, such as [U+65E5], because the font lacks it. */
function writerOf(pdf: InstanceType<typeof PDFDocument>, known: readonly Font[]) {
  return (
    text: string,
    { font = "regular", size = 10, color = "black", gap = 0.6, indent = 0, keep = false }: Look = {},
  ): boolean => {
    const characters = known.find(({ name }) => name === font)?.characters;
    const drawn = [...text].map((character) => {
      const point = character.codePointAt(0) ?? 0;
      if (character === "\n" || characters?.has(point)) return character;
      return `[U+${point.toString(16).toUpperCase().padStart(4, "0")}]`;
    });
    if (keep && pdf.y > pdf.page.height - MARGIN - ROOM) pdf.addPage();
    pdf.font(font).fontSize(size).fillColor(color);
    pdf.moveDown(gap).text(drawn.join(""), MARGIN + indent, undefined, { width: pdf.page.width - 2 * MARGIN - indent });
    return drawn.some((character) => character.length > 4);
  };
}
