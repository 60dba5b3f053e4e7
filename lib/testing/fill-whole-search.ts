import { fillSearch } from "@/lib/domain/content/fill-search";

/** Puts everything that waits for it into the search, as a worker does about once a second. */
export async function fillWholeSearch(): Promise<void> {
  while ((await fillSearch()) > 0);
}
