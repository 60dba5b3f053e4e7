import "@/app/globals.css";
// This file loads the fonts' style sheet. The document sets the class names.
import "@/app/fonts";
import type { NextPage } from "next";
import type { AppProps } from "next/app";
import Head from "next/head";
import { SiteFooter, SiteHeader, type SiteLinks } from "@/components/shell/site";
import { cn } from "@/components/ui/cn";
import { SkipLink } from "@/components/ui/link";
import { SERVICE_TAGLINE } from "@/lib/platform/brand";

/** A page without scripts. `isBare`: it draws its own header and footer. */
export type PlainPage<Props = object> = NextPage<Props> & { isBare?: true };

type Plain = AppProps<{ links?: SiteLinks }> & { Component: PlainPage };

/** The layout of public pages, which load no React scripts. */
export default function PlainPages({ Component, pageProps, router }: Plain) {
  return (
    <>
      <Head>
        <meta key="description" name="description" content={SERVICE_TAGLINE} />
        <meta key="robots" name="robots" content="index, follow" />
      </Head>
      {Component.isBare ? (
        <>
          <SkipLink />
          <Component {...pageProps} />
        </>
      ) : (
        <div
          className={cn(
            "flex min-h-dvh flex-col",
            // The documentation has three columns.
            router.pathname.startsWith("/docs") && "[&_:is(header,footer)>div]:max-w-[88rem]",
          )}
        >
          <SkipLink />
          <div className="print:hidden">
            <SiteHeader />
          </div>
          <Component {...pageProps} />
          <div className="print:hidden">
            <SiteFooter links={pageProps.links} />
          </div>
        </div>
      )}
    </>
  );
}
