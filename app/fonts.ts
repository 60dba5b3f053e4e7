import localFont from "next/font/local";

/*
 * Geist and Geist Mono are 70 KB each, and most pages need the letters of English only. The two files beside this one are those of
 * the package with the weights 400 to 600 and the characters that the `rest` of a font leaves out, made by `fonttools
 * varLib.instancer` and `pyftsubset`. Browsers fetch the rest only for a page that shows one of its characters, and the
 * monospaced fonts only for pages with ids or code.
 */
const sans = localFont({ src: "./geist-latin.woff2", variable: "--font-geist-sans", weight: "400 600" });
const mono = localFont({
  src: "./geist-mono-latin.woff2",
  variable: "--font-geist-mono",
  weight: "400 600",
  preload: false,
  adjustFontFallback: false,
});

// Next reads these calls as they are written, so they can't share a constant.
const sansRest = localFont({
  src: "../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2",
  variable: "--font-geist-sans-rest",
  weight: "100 900",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+00A1-00A6, U+00A8, U+00AA-00B6, U+00B8-00D6, U+00D8-200F, U+2016-2017, U+201F-2021, U+2023-2025, U+2027-202E, U+2030-218F, U+2194-2211, U+2213-FFFF",
    },
  ],
});
const monoRest = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono-rest",
  weight: "100 900",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+00A1-00A6, U+00A8, U+00AA-00B6, U+00B8-00D6, U+00D8-200F, U+2016-2017, U+201F-2021, U+2023-2025, U+2027-202E, U+2030-218F, U+2194-2211, U+2213-FFFF",
    },
  ],
});

/** Class names that define the variables of the fonts, for globals.css. */
export const fontVariables = [sans, sansRest, mono, monoRest].map(({ variable }) => variable).join(" ");
