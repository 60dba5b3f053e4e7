import type { ReactNode } from "react";
import { SiteFooter } from "@/components/shell/site-footer";
import { SiteHeader } from "@/components/shell/site-header";

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="print:hidden">
        <SiteHeader />
      </div>
      {children}
      <div className="print:hidden">
        <SiteFooter />
      </div>
    </div>
  );
}
