import { GeistSans } from "geist/font/sans";
import localFont from "next/font/local";

/** The same file as the package's own Geist Mono, but fetched only by pages that show an id or code. */
const mono = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  preload: false,
  adjustFontFallback: false,
  fallback: ["ui-monospace", "SFMono-Regular", "Menlo", "monospace"],
});

/** Class names that define `--font-geist-sans` and `--font-geist-mono`. */
export const fontVariables = `${GeistSans.variable} ${mono.variable}`;
