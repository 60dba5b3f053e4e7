import type { Metadata } from "next";
import { NotFoundHere } from "@/components/shell/not-found-here";

export const metadata: Metadata = { title: "Page not found" };

/** Shown with 404 on a creator's pages for an unknown URL or id, or another creator's. */
export default function CreatorNotFound() {
  return (
    <NotFoundHere back={{ href: "/creator", label: "Back to your account" }}>
      Check the address, or choose a page above.
    </NotFoundHere>
  );
}
