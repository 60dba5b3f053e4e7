import { notFound } from "next/navigation";

/** The reference has no page deeper than one level. Without this file, Next would answer with the site's 404 page, not the reference's. */
export default function DeeperPage(): never {
  notFound();
}
