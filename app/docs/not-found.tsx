import type { Metadata } from "next";
import { SiteFooter, SiteHeader } from "@/components/shell/site";
import { TextLink } from "@/components/ui/link";

export const metadata: Metadata = { title: "Page not found" };

/** The 404 page for deeper URLs under /docs. */
export default function ReferenceNotFound() {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader />
      <main id="main" tabIndex={-1} className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-3 px-4 py-8 md:px-8">
        <h1 className="font-semibold text-xl">This page is not in the documentation</h1>
        <p className="max-w-prose text-muted">The address may be mistyped, or the page may have moved.</p>
        <p>
          <TextLink href="/docs">Documentation</TextLink>
        </p>
      </main>
      <SiteFooter links={undefined} />
    </div>
  );
}
