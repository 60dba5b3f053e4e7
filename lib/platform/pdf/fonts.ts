import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { create } from "fontkit";

/** The fonts of our PDFs, embedded in them. The same family as on the pages. */
const FILES = {
  regular: "geist-sans/Geist-Regular.ttf",
  bold: "geist-sans/Geist-SemiBold.ttf",
  mono: "geist-mono/GeistMono-Regular.ttf",
} as const;

export type FontName = keyof typeof FILES;

export type PdfFonts = {
  files: Record<FontName, Buffer>;
  /** Text as a font can draw it: a character that it lacks becomes its number, such as [U+65E5]. Nothing is transliterated. */
  drawable: (text: string, font: FontName) => string;
};

let loaded: Promise<PdfFonts> | undefined;

/** The fonts, read from the installed packages once. A failed read is tried again. */
export function pdfFonts(): Promise<PdfFonts> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<PdfFonts> {
  // Every entry point runs in the project's folder.
  const read = (name: FontName) => readFile(join("node_modules/geist/dist/fonts", FILES[name]));
  const [regular, bold, mono] = await Promise.all([read("regular"), read("bold"), read("mono")]);
  const files = { regular, bold, mono };
  const known = { regular: charactersOf(regular), bold: charactersOf(bold), mono: charactersOf(mono) };
  const drawable = (text: string, font: FontName) =>
    [...text]
      .map((character) => {
        const point = character.codePointAt(0) ?? 0;
        return character === "\n" || known[font].has(point)
          ? character
          : `[U+${point.toString(16).toUpperCase().padStart(4, "0")}]`;
      })
      .join("");
  return { files, drawable };
}

function charactersOf(file: Buffer): ReadonlySet<number> {
  const font = create(file);
  return new Set("characterSet" in font ? font.characterSet : []);
}
