import type { Command } from "commander";
import { z } from "zod";
import { calendarOf, decideByOperator } from "@/lib/domain/removals";
import { inspectRequest, listRequestsOfAll } from "@/lib/domain/removals/custody";
import { DecisionReason } from "@/lib/domain/removals/custody/schemas";
import { LEGAL_BASES, REQUEST_STATUSES } from "@/lib/domain/removals/labels";
import { oneOf, untilNext } from "./list-command";
import { orFail } from "./partners";
import type { Run } from "./report";

const ListOptions = z.object({
  status: oneOf(REQUEST_STATUSES).optional(),
  basis: oneOf(LEGAL_BASES).optional(),
  after: z.string().optional(),
});
const DecisionOptions = z.object({ custodian: z.string(), reason: DecisionReason });

const YEARS = { error: "The year must be from 2021 to 2100." };
const Year = z.coerce.number(YEARS).int(YEARS).min(2021, YEARS).max(2100, YEARS);

/** `removal list`, `removal show`, `removal confirm`, `removal reject`, `removal calendar`. */
export function addRemovalCommands(root: Command, run: Run): void {
  const removal = root.command("removal").description("removal requests");

  removal
    .command("list")
    .description("list removal requests, newest first, 200 at a time")
    .option("--status <status>", `only these: ${REQUEST_STATUSES.join(", ")}`)
    .option("--basis <basis>", `only these: ${LEGAL_BASES.join(", ")}`)
    .option("--after <request-id>", "continue after this request")
    .action((options: unknown) =>
      run(async (ctx, tell) => {
        return untilNext(await listRequestsOfAll(ctx, ListOptions.parse(options)), tell);
      }),
    );

  removal
    .command("show <request-id>")
    .description("show a removal request with its records and clocks, without the claim")
    .action((requestId: string) =>
      run((ctx) => inspectRequest(ctx, requestId).catch(orFail(`There is no removal request ${requestId}.`))),
    );

  for (const decision of ["confirm", "reject"] as const) {
    removal
      .command(`${decision} <item-id>`)
      .description(
        `${decision} one record of a removal request, as a custodian; under NCII, two custodians reject together`,
      )
      .requiredOption("--custodian <email>", "the custodian who decides")
      .requiredOption("--reason <text>", "why, in words that the claimant reads")
      .action((itemId: string, options: unknown) =>
        run(async (ctx) => {
          const order = { itemId, decision, ...DecisionOptions.parse(options) };
          return { itemId, ...(await decideByOperator(ctx, order).catch(orFail(`There is no item ${itemId}.`))) };
        }),
      );
  }

  removal
    .command("calendar <year>")
    .description(
      "print each day of a year in New York, whether it is a business day, and when a request filed on it is due",
    )
    .action((year: string) => run(async () => ({ days: calendarOf(Year.parse(year)) })));
}
