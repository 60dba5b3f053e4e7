import "@/app/globals.css";
// This file loads the fonts' style sheet. The document sets the class names.
import "@/app/fonts";
import type { AppProps } from "next/app";
import { SiteFooter, SiteHeader } from "@/components/shell/site";
import { SkipLink } from "@/components/ui/link";

/** The layout of the landing page and the reference, which load no React scripts. */
export default function PlainPages({ Component, pageProps }: AppProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <div className="print:hidden">
        <SiteHeader />
      </div>
      <Component {...pageProps} />
      <div className="print:hidden">
        <SiteFooter />
      </div>
    </div>
  );
}
