import type { Command } from "commander";
import { appointCustodian, dismissCustodian } from "@/lib/domain/people";
import { addressFrom } from "./address";
import type { Run } from "./program";
import { tell } from "./report";

/** `custodian appoint`, `custodian dismiss`. */
export function addCustodianCommands(root: Command, run: Run): void {
  const custodian = root.command("custodian").description("the service's own custodians of records");

  custodian
    .command("appoint <email>")
    .description("let the person with this address review identities and see the records")
    .action((email: string) => run(async (ctx) => appointCustodian(ctx, { email: addressFrom(email) })));

  custodian
    .command("dismiss <email>")
    .description("take that right away again, at once: sessions end, unused sign-in links open nothing")
    .action((email: string) =>
      run(async (ctx) => {
        const { userId, dismissed, custodiansLeft } = await dismissCustodian(ctx, { email: addressFrom(email) });
        if (custodiansLeft === 0) tell("No custodian is left: nobody can review identities until you appoint one.");
        return { userId, dismissed };
      }),
    );
}
