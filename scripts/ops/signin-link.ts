import type { Command } from "commander";
import { createSigninLink } from "@/lib/domain/people";
import { addressFrom } from "./address";
import type { Run } from "./program";

/** `signin-link`. */
export function addSigninLinkCommand(root: Command, run: Run): void {
  root
    .command("signin-link <email>")
    .description("a link that signs its owner in once, to hand over by other means than mail")
    .action((email: string) => run(async (ctx) => createSigninLink(ctx, { email: addressFrom(email) })));
}
