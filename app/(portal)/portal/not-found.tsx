import type { Metadata } from "next";
import { NotFoundHere } from "@/components/shell/not-found-here";

export const metadata: Metadata = { title: "Page not found" };

/** Shown with 404 inside the portal for an unknown URL or id, or another partner's. */
export default function PortalNotFound() {
  return (
    <NotFoundHere back={{ href: "/portal", label: "Back to the portal" }}>
      Check the address, or switch to another of your partner accounts. You can search for an id.
    </NotFoundHere>
  );
}
