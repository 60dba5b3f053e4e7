import type { Command } from "commander";
import { verifyLedger } from "@/lib/domain/ledger";
import type { Run } from "./program";

/** `ledger verify`: fails when the chain does not hold. */
export function addLedgerCommands(root: Command, run: Run): void {
  root
    .command("ledger")
    .description("the append-only record of what was done and seen")
    .command("verify")
    .description("prove the chain, or name the first broken row")
    .action(() => run(() => verifyLedger()));
}
