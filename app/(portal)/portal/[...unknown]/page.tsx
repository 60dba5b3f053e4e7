import { notFound } from "next/navigation";

/** Takes every address of the portal that no page has, so that the portal's own page says so, inside its frame. */
export default function UnknownPage(): never {
  notFound();
}
