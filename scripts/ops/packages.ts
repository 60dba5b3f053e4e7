import type { Command } from "commander";
import { verifyPackages } from "@/lib/domain/productions/packages";
import { orFail } from "./partners";
import type { Run } from "./report";

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
