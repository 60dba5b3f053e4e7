import type { Metadata } from "next";
import { NotFoundHere } from "@/components/shell/not-found-here";

export const metadata: Metadata = { title: "Page not found" };

/** Shown with 404 on the producer's pages for an unknown URL or id, or another producer's. */
export default function ProducerNotFound() {
  return (
    <NotFoundHere back={{ href: "/producer", label: "Back to your productions" }}>
      Check the address, or find the production in your list.
    </NotFoundHere>
  );
}
