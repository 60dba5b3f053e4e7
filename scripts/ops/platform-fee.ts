import type { Command } from "commander";
import { lapsePlatformFee, payPlatformFee } from "@/lib/domain/billing";
import { NotFound } from "@/lib/platform/errors";
import type { Run } from "./program";
import { CommandFailed } from "./report";

/** `platform-fee lapse`, `platform-fee pay`. */
export function addPlatformFeeCommands(root: Command, run: Run): void {
  const fee = root.command("platform-fee").description("what platforms pay for their creators");

  fee
    .command("lapse <partnerId>")
    .description("let a partner's platform fee lapse: every creator it pays for is suspended")
    .action((partnerId: string) => run((ctx) => lapsePlatformFee(ctx, { partnerId }).catch(plainly)));

  fee
    .command("pay <partnerId>")
    .description("take it as paid by other means: what is owed is settled, and the creators are restored")
    .action((partnerId: string) => run((ctx) => payPlatformFee(ctx, { partnerId }).catch(plainly)));
}

function plainly(error: unknown): never {
  throw error instanceof NotFound ? new CommandFailed(error.message) : error;
}
