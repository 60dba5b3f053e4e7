import type { Metadata } from "next";
import { TextLink } from "@/components/ui/link";

export const metadata: Metadata = { title: "Page not found" };

/** Shown with 404 on the custodians' pages for an unknown URL or id. */
export default function CustodianNotFound() {
  return (
    <div className="flex max-w-prose flex-col gap-3 py-8">
      <h1 className="font-semibold text-lg">Page not found</h1>
      <p className="text-muted">Check the address. You can search for an id.</p>
      <p>
        <TextLink href="/custodian/identities">Back to identities</TextLink>
      </p>
    </div>
  );
}
