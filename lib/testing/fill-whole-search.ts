import { fillSearch } from "@/lib/domain/search";
import { db } from "@/lib/platform/db";

/** Puts everything that is queued for it into the search, as a worker does about once a second. */
export async function fillWholeSearch(): Promise<void> {
  do await fillSearch();
  while ((await db.$queryRaw<unknown[]>`SELECT FROM search_queue LIMIT 1`).length > 0);
}
