import type { Metadata } from "next";
import { TextLink } from "@/components/ui/link";

export const metadata: Metadata = { title: "Page not found" };

/** Shown with 404 inside the portal for an unknown URL or id, or another partner's. */
export default function PortalNotFound() {
  return (
    <div className="flex max-w-prose flex-col gap-3 py-8">
      <h1 className="font-semibold text-lg">Page not found</h1>
      <p className="text-muted">
        Check the address, or switch to another of your partner accounts. You can search for an id.
      </p>
      <p>
        <TextLink href="/portal">Back to the portal</TextLink>
      </p>
    </div>
  );
}
