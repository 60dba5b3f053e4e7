import type { Command } from "commander";
import { z } from "zod";
import { enterInspectionFor, inspectionsOf, listInspections } from "@/lib/domain/inspections";
import { InspectionInput } from "@/lib/domain/inspections/schemas";
import { inspectProduction, listProductionsOfAll, releaseSeal } from "@/lib/domain/productions/custody";
import { PRODUCTION_STATUSES } from "@/lib/domain/productions/labels";
import { newId } from "@/lib/platform/ids";
import { dateTimeIn, emailAddress } from "@/lib/platform/wire";
import { orFail } from "./partners";
import { type Run, tell } from "./report";

const ListOptions = z.object({
  partner: z.string().optional(),
  status: z.enum(PRODUCTION_STATUSES, { error: `must be one of ${PRODUCTION_STATUSES.join(", ")}` }).optional(),
  after: z.string().optional(),
});

const ReleaseOptions = z.object({ reason: z.string().trim().min(1, { error: "must not be empty" }).max(500) });

/** `production list`, `production show`, `production release`. */
export function addProductionCommands(root: Command, run: Run): void {
  const production = root.command("production").description("productions, their packages and certificates");

  production
    .command("list")
    .description("list productions, newest first, 200 at a time")
    .option("--partner <partner-id>", "only those linked to this partner")
    .option("--status <status>", `only these: ${PRODUCTION_STATUSES.join(", ")}`)
    .option("--after <production-id>", "continue after this production")
    .action((options: unknown) =>
      run(async (ctx) => {
        const { partner: partnerId, ...query } = ListOptions.parse(options);
        const { productions, next } = await listProductionsOfAll(ctx, { partnerId, ...query });
        if (next) tell(`There are more; continue with --after ${next}`);
        return { productions, next };
      }),
    );

  production
    .command("show <production-id>")
    .description("show a production with its partners, performers, packages, certificates and inspections")
    .action((productionId: string) =>
      run(async (ctx) => ({
        ...(await inspectProduction(ctx, productionId).catch(orFail(`There is no production ${productionId}.`))),
        inspections: await inspectionsOf(productionId),
      })),
    );

  production
    .command("release <production-id>")
    .description("let a producer seal a production again, after a seal failed because an age wasn't proven")
    .requiredOption("--reason <reason>", "for the ledger; the producer doesn't see it")
    .action((productionId: string, options: unknown) =>
      run(async (ctx) => {
        const { reason } = ReleaseOptions.parse(options);
        await releaseSeal(ctx, { productionId, reason }).catch(orFail(`There is no production ${productionId}.`));
        return { productionId, released: true };
      }),
    );
}

const AfterOption = z.object({ after: z.string().optional() });

const EnterOptions = InspectionInput.extend({
  inspectedAt: dateTimeIn,
  custodian: emailAddress,
  id: z.string().optional(),
});

/** `inspection enter`, `inspection list`. */
export function addInspectionCommands(root: Command, run: Run): void {
  const inspection = root.command("inspection").description("inspectors’ views of productions’ records");

  inspection
    .command("enter")
    .description("record that a custodian showed an inspector the records of productions; tells their partners")
    .requiredOption("--custodian <email>", "the custodian who showed them")
    .requiredOption("--agency <name>", "the inspector's agency")
    .requiredOption("--inspector <name>", "the inspector")
    .requiredOption("--authority <text>", "what the inspector acted under")
    .requiredOption("--inspected-at <time>", "when, such as 2026-11-20T15:30:00Z")
    .requiredOption("--production-ids <production-ids...>", "the productions whose records were shown")
    .requiredOption("--shown <text>", "what was shown")
    .option("--id <inspection-id>", "repeat a call with the id it printed; nothing is entered twice")
    .action((options: unknown) =>
      run((ctx) => {
        const { custodian: custodianEmail, id = newId(), ...facts } = EnterOptions.parse(options);
        return enterInspectionFor(ctx, { id, custodianEmail, ...facts });
      }),
    );

  inspection
    .command("list")
    .description("list inspections, newest first, 200 at a time")
    .option("--after <inspection-id>", "continue after this inspection")
    .action((options: unknown) =>
      run(async (ctx) => {
        const { after } = AfterOption.parse(options);
        const { rows, older } = await listInspections(ctx, { cursor: after && `older.${after}`, limit: 200 });
        const next = older ? (rows.at(-1)?.id ?? null) : null;
        if (next) tell(`There are more; continue with --after ${next}`);
        return { inspections: rows, next };
      }),
    );
}
