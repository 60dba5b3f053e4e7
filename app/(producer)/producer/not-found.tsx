import type { Metadata } from "next";
import { TextLink } from "@/components/ui/link";

export const metadata: Metadata = { title: "Page not found" };

/** Shown with 404 on the producer's pages for an unknown URL or id, or another producer's. */
export default function ProducerNotFound() {
  return (
    <div className="flex max-w-prose flex-col gap-3 py-8">
      <h1 className="font-semibold text-lg">Page not found</h1>
      <p className="text-muted">Check the address, or find the production in your list.</p>
      <p>
        <TextLink href="/producer">Back to your productions</TextLink>
      </p>
    </div>
  );
}
