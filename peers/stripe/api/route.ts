import { type Account, invalid, type Thing } from "@/peers/stripe/account";
import type { Fields, ObjectShape } from "./fields";

export type Call = { account: Account; id: string; fields: Fields; expand: ReadonlySet<string> };

/** One call of Stripe's API. `path` has at most one group: the id. */
export type Route = {
  method: "GET" | "POST" | "DELETE";
  path: RegExp;
  takes: ObjectShape;
  /** What can be expanded, by full path. */
  expands?: readonly string[];
  run: (call: Call) => object;
};

/** A page of a list, as Stripe answers it. */
export function page(things: readonly Thing[], { limit = 10, starting_after: after }: Fields, url: string): object {
  const from = after === undefined ? 0 : things.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && from === 0)
    throw invalid(`No such object: ${String(after)}`, { code: "resource_missing" });
  if (typeof limit !== "number" || limit < 1 || limit > 100) throw invalid("Invalid limit", { param: "limit" });
  const data = things.slice(from, from + limit);
  return { object: "list", url, has_more: from + limit < things.length, data };
}
