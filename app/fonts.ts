import localFont from "next/font/local";

/*
 * Geist is 70 KB, and most pages need the letters of English only. `geist-latin.woff2` is Geist-Variable.woff2 with the weights 400 to
 * 600 and the characters that `rest` leaves out, made by `fonttools varLib.instancer` and `pyftsubset`.
 */
const latin = localFont({
  src: "./geist-latin.woff2",
  variable: "--font-geist-sans",
  weight: "400 600",
});

/** The other characters, fetched only by pages that show one. */
const rest = localFont({
  src: "../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2",
  variable: "--font-geist-rest",
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

/** The same file as the package's own Geist Mono, but fetched only by pages that show an id or code. */
const mono = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  preload: false,
  adjustFontFallback: false,
  fallback: ["ui-monospace", "SFMono-Regular", "Menlo", "monospace"],
});

/** Class names that define `--font-geist-sans`, `--font-geist-rest` and `--font-geist-mono`. */
export const fontVariables = `${latin.variable} ${rest.variable} ${mono.variable}`;
