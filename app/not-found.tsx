import type { Metadata } from "next";
import { Wordmark } from "@/components/shell/site";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <main id="main" className="mx-auto flex min-h-dvh w-full max-w-xl flex-col justify-center gap-6 px-4 py-16">
      <Wordmark href="/" />
      <div className="flex flex-col gap-2">
        <h1 className="font-semibold text-lg">There is no page here</h1>
        <p className="text-muted">
          The address may be mistyped, or a newer link may have replaced this one. If it came by email, use the link in
          our latest email.
        </p>
      </div>
      <div>
        {/* A plain link: this page is part of every page's first load. */}
        <a href="/" className="rounded-sm text-accent-text underline underline-offset-4">
          Go to the start page
        </a>
      </div>
    </main>
  );
}
