import type { Metadata } from "next";
import { TextLink } from "@/components/ui/link";

export const metadata: Metadata = { title: "Not for your role" };

/** Shown with 403 inside the room that somebody is in, when their role may not see a page of it. */
export default function ForbiddenPage() {
  return (
    <div className="flex max-w-prose flex-col gap-3 py-8">
      <h1 className="font-semibold text-lg">Your role does not include this page</h1>
      <p className="text-muted">
        You are signed in, but your role in this team does not let you see it. An owner of the team can change your role
        on the Team page.
      </p>
      <p>
        <TextLink href="/portal">Back to the overview</TextLink>
      </p>
    </div>
  );
}
