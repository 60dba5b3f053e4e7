import "./globals.css";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { Navigation } from "@/components/live/navigation";
import { SkipLink } from "@/components/ui/link";
import { PressedLink } from "@/components/ui/pressed-link";
import { EarlyPress } from "@/components/ui/theme/early-press";
import { nonceIn, PageScript } from "@/components/ui/theme/page-script";
import { parseTheme, THEME_COOKIE } from "@/components/ui/theme/preferences";
import { TimeZone } from "@/components/ui/time";
import { SERVICE_NAME, SERVICE_TAGLINE } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { fontVariables } from "./fonts";
import { readerZone } from "./reader-zone";

/** Read at run time: a build doesn't know the origin, which the social picture's URL needs. */
export const generateMetadata = (): Metadata => ({
  metadataBase: new URL(env().baseUrl),
  title: { default: SERVICE_NAME, template: `%s · ${SERVICE_NAME}` },
  description: SERVICE_TAGLINE,
  robots: { index: false, follow: false },
  manifest: "/site.webmanifest",
  icons: {
    icon: [
      { url: "/favicon.ico", sizes: "48x48" },
      { url: "/icon.svg", type: "image/svg+xml", sizes: "any" },
    ],
    apple: "/apple-touch-icon.png",
  },
  openGraph: {
    type: "website",
    siteName: SERVICE_NAME,
    images: [{ url: "/social.png", width: 1200, height: 630, alt: `${SERVICE_NAME}: ${SERVICE_TAGLINE}` }],
  },
  twitter: { card: "summary_large_image" },
});

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f8f6f1" },
    { media: "(prefers-color-scheme: dark)", color: "#121415" },
  ],
};

/** Every page: fonts, theme, time zone, skip link. Reading the cookie also makes each page dynamic, which its CSP nonce needs. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const kept = await cookies();
  const theme = parseTheme(kept.get(THEME_COOKIE)?.value);
  const nonce = nonceIn((await headers()).get("content-security-policy"));
  return (
    // The page's own script may have pinned another theme before React looks.
    <html lang="en" data-theme={theme} className={`${fontVariables} font-sans`} suppressHydrationWarning>
      <body>
        <PageScript nonce={nonce} />
        <SkipLink />
        <TimeZone zone={await readerZone()}>
          <Navigation>{children}</Navigation>
        </TimeZone>
        <EarlyPress />
        <PressedLink />
      </body>
    </html>
  );
}
