import type { Command } from "commander";
import { appointCustodian } from "@/lib/domain/people";
import { addressFrom } from "./address";
import type { Run } from "./program";

/** `custodian appoint`. */
export function addCustodianCommands(root: Command, run: Run): void {
  const custodian = root.command("custodian").description("the service's own custodians of records");

  custodian
    .command("appoint <email>")
    .description("let the person with this address review identities and see the records")
    .action((email: string) => run(async (ctx) => appointCustodian(ctx, { email: addressFrom(email) })));
}
