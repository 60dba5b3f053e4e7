import type { Metadata } from "next";
import { TextLink } from "@/components/ui/link";

export const metadata: Metadata = { title: "Not for your role" };

/** Shown with 403 inside the portal, when the user's role may not see a page. */
export default function ForbiddenPage() {
  return (
    <div className="flex max-w-prose flex-col gap-3 py-8">
      <h1 className="font-semibold text-lg">Your role does not include this page</h1>
      <p className="text-muted">
        You are signed in, but your role can’t open it. An owner can change your role on the Team page.
      </p>
      <p>
        <TextLink href="/portal">Back to the portal</TextLink>
      </p>
    </div>
  );
}
