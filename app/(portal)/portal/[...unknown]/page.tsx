import { notFound } from "next/navigation";

/** Catches every unknown portal URL, so that the portal's own 404 page appears inside its frame. */
export default function UnknownPage(): never {
  notFound();
}
