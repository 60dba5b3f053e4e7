import type { ReactNode } from "react";
import { siteLinks } from "@/app/site-links";
import { SiteFooter, SiteHeader } from "@/components/shell/site";

export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader />
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <SiteFooter links={siteLinks()} />
    </div>
  );
}
