import type { z } from "zod";
import { outcomeOf } from "@/app/forms";
import { type RangeAddress, rangeQuery } from "@/components/lists/list-address";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import type { Page } from "@/lib/domain/core/lists";
import { clock } from "@/lib/platform/clock";
import { InvalidField } from "@/lib/platform/errors";

type PageToRead<Address, Query, Row> = {
  /** What the page's URL names. */
  address: Address;
  schema: z.ZodType<Query>;
  list: (by: Ctx<PortalUserActor>, query: Query) => Promise<Page<Row>>;
};

/** A list's page for its URL, or why a filter is invalid. */
export async function readPage<Address extends RangeAddress & Record<string, string | undefined>, Query, Row>(
  ctx: Ctx<PortalUserActor>,
  { address, schema, list }: PageToRead<Address, Query, Row>,
): Promise<Page<Row> & { address: Address; error?: string }> {
  const query = schema.safeParse(Object.fromEntries(rangeQuery(address, clock.now().getTime())));
  const page = await outcomeOf(ctx, async (by) => {
    if (!query.success) throw new InvalidField(String(query.error.issues[0]?.path[0]), "A filter cannot be read.");
    return list(by, query.data);
  });
  return page.ok ? { address, ...page.value } : { address, error: page.error, rows: [], newer: null, older: null };
}
