import type { Metadata } from "next";
import { TextLink } from "@/components/ui/link";

export const metadata: Metadata = { title: "Page not found" };

/** Shown with 404 inside the portal, for an address or an id that is not there, or is another partner's. */
export default function PortalNotFound() {
  return (
    <div className="flex max-w-prose flex-col gap-3 py-8">
      <h1 className="font-semibold text-lg">There is no page here</h1>
      <p className="text-muted">
        The address may be mistyped, or what it shows may belong to another partner account of yours. You can look an id
        up in the search.
      </p>
      <p>
        <TextLink href="/portal">Back to the overview</TextLink>
      </p>
    </div>
  );
}
