import "@/app/globals.css";
// Their style sheet comes with this file; the document has the class names.
import "@/app/fonts";
import type { AppProps } from "next/app";
import { SiteFooter } from "@/components/shell/site-footer";
import { SiteHeader } from "@/components/shell/site-header";
import { SkipLink } from "@/components/ui/skip-link";

/** The frame of the pages that only say something: they are served without any of React's scripts. */
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
