import type { z } from "zod";
import { type Outcome, outcomeOf } from "@/app/forms";
import { rangeQuery } from "@/components/lists/list-address";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { InvalidField } from "@/lib/platform/errors";

type PageToRead<Query, Page> = {
  /** What the page's URL names. */
  address: Parameters<typeof rangeQuery>[0];
  schema: z.ZodType<Query>;
  list: (by: Ctx<PortalUserActor>, query: Query) => Promise<Page>;
};

/** A list's page for its URL, or why a filter is invalid. */
export function readPage<Query, Page>(
  ctx: Ctx<PortalUserActor>,
  { address, schema, list }: PageToRead<Query, Page>,
): Promise<Outcome<Page>> {
  const query = schema.safeParse(Object.fromEntries(rangeQuery(address, clock.now().getTime())));
  return outcomeOf(ctx, async (by) => {
    if (!query.success) throw new InvalidField(String(query.error.issues[0]?.path[0]), "A filter cannot be read.");
    return list(by, query.data);
  });
}
