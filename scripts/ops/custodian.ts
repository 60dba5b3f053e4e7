import type { Command } from "commander";
import { appointCustodian } from "@/lib/domain/people";
import { emailAddress } from "@/lib/platform/wire";
import type { Run } from "./program";
import { CommandFailed } from "./report";

/** `custodian appoint`. */
export function addCustodianCommands(root: Command, run: Run): void {
  const custodian = root.command("custodian").description("the service's own custodians of records");

  custodian
    .command("appoint <email>")
    .description("let the person with this address review identities and see the records")
    .action((email: string) =>
      run(async (ctx) => {
        if (!emailAddress.safeParse(email).success) throw new CommandFailed(`${email} is not an email address.`);
        return appointCustodian(ctx, { email });
      }),
    );
}
