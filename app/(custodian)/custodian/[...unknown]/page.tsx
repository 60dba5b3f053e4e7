import { notFound } from "next/navigation";

/** Catches every unknown URL of the custodians' pages, so that their own 404 page appears inside its frame. */
export default function UnknownPage(): never {
  notFound();
}
