import { recordTitle } from "@/components/removals/takedowns/takedown";
import type { RequestItem, ViewedRequest } from "@/lib/domain/removals/custody";

/** A row of the list: one record, or several that look alike. */
export type Group = readonly [RequestItem, ...RequestItem[]];

/** What a request's URL opens: a record, or all that look like it. */
export type Opened = { item: string; all?: "1" };

/** A request's records as rows: those that look alike are one, where the first of them is. */
const groupsOf = (rows: readonly RequestItem[]): Group[] =>
  [...Map.groupBy(rows, ({ id, cluster }) => cluster ?? id).values()].flatMap(([first, ...others]) =>
    first ? [[first, ...others] as const] : [],
  );

type Detail = ViewedRequest["history"]["rows"][number]["detail"];

/** The records that a line of a request's history is about, as far as its reader may see them; null without. */
export function recordsIn({ itemId, itemIds, recordId, count }: Detail, rows: readonly RequestItem[]): string | null {
  const ids = new Set([...(itemIds ?? []), itemId, recordId]);
  const named = rows.filter((one) =>
    [one.id, one.depictionId, one.publicationId, one.productionId].some((id) => id && ids.has(id)),
  );
  const more = (count ?? 0) - named.length;
  return named.length > 0 ? `${named.map(recordTitle).join(", ")}${more > 0 ? ` and ${more} more` : ""}` : null;
}

type Sent = { item: string | undefined; all: string | undefined };

/**
 * What a request's page shows: the record that its URL names, or all that look like it; otherwise what waits for its reader, near copies
 * together. `before` and `after`: the rows beside it. A row that was opened one by one has its records as steps.
 */
export function selectionOf(rows: readonly RequestItem[], sent: Sent, waits: (item: RequestItem) => boolean) {
  const groups = groupsOf(rows);
  const named = rows.find(({ id }) => id === sent.item);
  const found = named ?? rows.find(waits) ?? rows[0];
  const group = groups.find((one) => found && one.includes(found));
  const alike = group && group.length > 1 ? group : null;
  const isTogether = alike !== null && (!named || sent.all === "1");
  const item = isTogether ? alike[0] : found;
  const steps = groups.flatMap((one): Opened[] => {
    const singles = one.map(({ id }) => ({ item: id }));
    if (one.length === 1) return singles;
    return [{ item: one[0].id, all: "1" }, ...(one === group && !isTogether ? singles : [])];
  });
  const at = steps.findIndex((step) => step.item === item?.id && (step.all === "1") === isTogether);
  const first = item ? groups.flat().indexOf(item) + 1 : 0;
  const count = `of ${rows.length}`;
  return {
    groups,
    item,
    /** The near copies around it; null for a record like no other. */
    alike,
    isTogether,
    before: steps[at - 1] ?? null,
    after: steps[at + 1] ?? null,
    place: !item
      ? "No records"
      : isTogether
        ? `Records ${first} to ${first + alike.length - 1} ${count}`
        : `Record ${first} ${count}`,
  };
}
