import type { Command } from "commander";
import { z } from "zod";
import { InspectionInput } from "@/lib/domain/custody/inspection-schemas";
import { enterInspectionFor, inspectionList, inspectionsOf } from "@/lib/domain/custody/inspections";
import { inspectProduction, listProductionsOfAll, releaseSeal } from "@/lib/domain/productions/custody";
import { PRODUCTION_STATUSES } from "@/lib/domain/productions/labels";
import { verifyPackages } from "@/lib/domain/productions/packages";
import { newId } from "@/lib/platform/ids";
import { dateTimeIn, emailAddress } from "@/lib/platform/wire";
import { addListCommand } from "./list-command";
import { orFail } from "./partners";
import type { Run } from "./report";

const ReleaseOptions = z.object({ reason: z.string().trim().min(1, { error: "must not be empty" }).max(500) });

/** `production list`, `production show`, `production release`. */
export function addProductionCommands(root: Command, run: Run): void {
  const production = root.command("production").description("productions, their packages and certificates");

  addListCommand(production, run, {
    what: "productions, newest first",
    one: "production",
    id: "production-id",
    partner: "only those linked to this partner",
    statuses: PRODUCTION_STATUSES,
    list: listProductionsOfAll,
  });

  production
    .command("show <production-id>")
    .description("show a production with its partners, performers, packages, certificates and inspections")
    .action((productionId: string) =>
      run(async (ctx) => ({
        ...(await inspectProduction(ctx, productionId).catch(orFail(`There is no production ${productionId}.`))),
        inspections: await inspectionsOf(ctx, productionId),
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

  addListCommand(inspection, run, {
    what: "inspections, newest first",
    one: "inspection",
    id: "inspection-id",
    list: async (ctx, { after }) => {
      const { rows, older } = await inspectionList.read(ctx, { cursor: after && `older.${after}`, limit: 200 });
      return { inspections: rows, next: older ? (rows.at(-1)?.id ?? null) : null };
    },
  });
}

/** `package verify`: fails if a package isn't what was certified. */
export function addPackageCommands(root: Command, run: Run): void {
  root
    .command("package")
    .description("the sealed packages of productions")
    .command("verify <production-id>")
    .description("open every sealed package of a production and compare it with its hash and its certificates")
    .action((productionId: string) =>
      run(async (_ctx, tell) => {
        const verified = await verifyPackages(productionId).catch(orFail(`There is no production ${productionId}.`));
        if (verified.packages.length === 0) tell("Nothing is sealed yet.");
        return verified;
      }),
    );
}
