import type { Command } from "commander";
import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import type { Answer, Run, Tell } from "./report";

type Query<S extends string> = { partnerId?: string; status?: S; after?: string };

type Listed<S extends string, A extends Answer> = {
  /** For the help: what is listed, such as "scenes, newest first". */
  what: string;
  /** For the help: one of them, and the name of its id. */
  one: string;
  id: string;
  /** For the help of `--partner`. Without it, there is no such option. */
  partner?: string;
  statuses?: readonly [S, ...S[]];
  list: (ctx: Ctx<SystemActor>, query: Query<S>) => Promise<A & { next: string | null }>;
};

/** Adds `list` to a group of commands: 200 at a time, of one partner or status if asked. */
export function addListCommand<S extends string, A extends Answer>(
  group: Command,
  run: Run,
  { what, one, id, partner, statuses, list }: Listed<S, A>,
): void {
  const command = group.command("list").description(`list ${what}, 200 at a time`);
  if (partner) command.option("--partner <partner-id>", partner);
  if (statuses) command.option("--status <status>", `only these: ${statuses.join(", ")}`);
  command.option(`--after <${id}>`, `continue after this ${one}`).action((options: unknown) =>
    run(async (ctx, tell) => {
      const { partner: partnerId, after } = ListOptions.parse(options);
      const status = statuses && z.object({ status: oneOf(statuses).optional() }).parse(options).status;
      return untilNext(await list(ctx, { partnerId, status, after }), tell);
    }),
  );
}

const ListOptions = z.object({ partner: z.string().optional(), after: z.string().optional() });

/** An option's value that is one of these. */
export const oneOf = <S extends string>(values: readonly [S, ...S[]]) =>
  z.enum(values, { error: `must be one of ${values.join(", ")}` });

/** A page of a list. Tells how to read on. */
export function untilNext<A extends { next: string | null }>(page: A, tell: Tell): A {
  if (page.next) tell(`There are more; continue with --after ${page.next}`);
  return page;
}
