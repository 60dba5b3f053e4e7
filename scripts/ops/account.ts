import { type Command, Option } from "commander";
import { HoldInput, holdAccount, releaseAccount } from "@/lib/domain/accounts";
import { NotFound } from "@/lib/platform/errors";
import type { Run } from "./program";
import { CommandFailed } from "./report";

const REASON = "--reason <reason>";
const ReleaseInput = HoldInput.partial({ reason: true });

/** `account hold`, `account release`. */
export function addAccountCommands(root: Command, run: Run): void {
  const account = root.command("account").description("creators' accounts: the service's own holds");
  const note = () =>
    new Option("--note <text>", "what to remember about it; stands in the ledger, for custodians only");

  account
    .command("hold <account-id>")
    .description("suspend an account, whoever pays for it; partners see the reason")
    .requiredOption(REASON, "manual_suspension or platform_deactivated")
    .addOption(note())
    .action((accountId: string, options: unknown) =>
      run((ctx) => holdAccount(ctx, { accountId, ...HoldInput.parse(options) }).catch(unknown(accountId))),
    );

  account
    .command("release <account-id>")
    .description("lift the service's hold; other reasons that stand keep the account suspended")
    .option(REASON, "the hold's reason, to lift it only where it is this one")
    .addOption(note())
    .action((accountId: string, options: unknown) =>
      run((ctx) => releaseAccount(ctx, { accountId, ...ReleaseInput.parse(options) }).catch(unknown(accountId))),
    );
}

const unknown = (accountId: string) => (error: unknown) => {
  throw error instanceof NotFound ? new CommandFailed(`There is no account ${accountId}.`) : error;
};
