import { fillSearch } from "@/lib/domain/content/search/fill-search";
import { asOwner } from "./owner";

/** Puts everything that waits for it into the search, as a worker does about once a second. */
export async function fillWholeSearch(): Promise<void> {
  while ((await fillSearch()) > 0);
}

/**
 * For tests of the list's order: what waits from now on is taken in the order in which it came. Otherwise room that others left
 * between is used for some of it, and batches of a large number are mixed.
 */
export async function straightenWaiting(): Promise<void> {
  await fillWholeSearch();
  await asOwner("VACUUM FULL depictions_to_search");
}
