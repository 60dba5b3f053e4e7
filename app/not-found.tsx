import type { Metadata } from "next";
import { NoPageHere, SiteFooter, SiteHeader } from "@/components/shell/site";
import { siteLinks } from "./site-links";

export const metadata: Metadata = { title: "Page not found" };

/** What a page shows for an unknown id, with 404. Unknown addresses show the same without scripts: pages/[...unknown].tsx. */
export default function NotFound() {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader />
      <NoPageHere />
      <SiteFooter links={siteLinks()} />
    </div>
  );
}
