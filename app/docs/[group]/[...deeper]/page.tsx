import { notFound } from "next/navigation";

/** No page of the reference lies deeper than one level: what does is answered by the reference's own page for that. */
export default function DeeperPage(): never {
  notFound();
}
