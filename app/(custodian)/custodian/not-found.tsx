import type { Metadata } from "next";
import { NotFoundHere } from "@/components/shell/not-found-here";

export const metadata: Metadata = { title: "Page not found" };

/** Shown with 404 on the custodians' pages for an unknown URL or id. */
export default function CustodianNotFound() {
  return (
    <NotFoundHere back={{ href: "/custodian/identities", label: "Back to identities" }}>
      Check the address. You can search for an id.
    </NotFoundHere>
  );
}
