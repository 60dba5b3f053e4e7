import type { Metadata } from "next";
import { TextLink } from "@/components/ui/link";

export const metadata: Metadata = { title: "Page not found" };

/** Shown with 404 on a creator's pages for an unknown URL or id, or another creator's. */
export default function CreatorNotFound() {
  return (
    <div className="flex max-w-prose flex-col gap-3 py-8">
      <h1 className="font-semibold text-lg">Page not found</h1>
      <p className="text-muted">Check the address, or choose a page above.</p>
      <p>
        <TextLink href="/creator">Back to your account</TextLink>
      </p>
    </div>
  );
}
