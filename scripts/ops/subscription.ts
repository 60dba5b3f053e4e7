import type { Command } from "commander";
import { grantSubscription, lapseSubscription } from "@/lib/domain/billing";
import { NotFound } from "@/lib/platform/errors";
import { addressFrom } from "./address";
import type { Run } from "./program";
import { CommandFailed } from "./report";

/** `subscription grant`, `subscription lapse`. */
export function addSubscriptionCommands(root: Command, run: Run): void {
  const subscription = root.command("subscription").description("creators' own subscriptions");

  subscription
    .command("grant <email>")
    .description("let a person's subscription count as paid, without payment, until it is lapsed")
    .action((text: string) => run((ctx) => grantSubscription(ctx, { email: addressFrom(text) }).catch(plainly)));

  subscription
    .command("lapse <email>")
    .description("end a person's subscription, granted or paid; what they pay for themselves is suspended")
    .action((text: string) => run((ctx) => lapseSubscription(ctx, { email: addressFrom(text) }).catch(plainly)));
}

function plainly(error: unknown): never {
  throw error instanceof NotFound ? new CommandFailed(error.message) : error;
}
