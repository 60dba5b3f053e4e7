import type { Command } from "commander";
import { createSigninLink } from "@/lib/domain/people";
import { emailAddress } from "@/lib/platform/wire";
import type { Run } from "./program";
import { CommandFailed } from "./report";

/** `signin-link`. */
export function addSigninLinkCommand(root: Command, run: Run): void {
  root
    .command("signin-link <email>")
    .description("a link that signs its owner in once, to hand over by other means than mail")
    .action((email: string) =>
      run(async (ctx) => {
        if (!emailAddress.safeParse(email).success) throw new CommandFailed(`${email} is not an email address.`);
        const { url, expiresAt } = await createSigninLink(ctx, { email });
        return { url, expiresAt };
      }),
    );
}
