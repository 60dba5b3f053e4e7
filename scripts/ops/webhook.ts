import type { Command } from "commander";
import { createEndpoint, EndpointInput } from "@/lib/domain/webhooks";
import { NotFound } from "@/lib/platform/errors";
import type { Run } from "./program";
import { CommandFailed } from "./report";

/** `webhook create`. */
export function addWebhookCommands(root: Command, run: Run): void {
  root
    .command("webhook")
    .description("webhook endpoints")
    .command("create <partner-id>")
    .description("register an endpoint; its signing secret is in the answer")
    .requiredOption("--url <url>", "where events are posted to")
    .option("--types <types>", "the types that it gets, separated by commas; all when left out")
    .option("--description <text>", "what it is for")
    .action((partnerId: string, { types, ...options }: { types?: string }) =>
      run(async (ctx) => {
        const input = EndpointInput.parse({ ...options, types: types?.split(",").map((type) => type.trim()) });
        return createEndpoint(ctx, { partnerId, ...input }).catch((error: unknown) => {
          throw error instanceof NotFound ? new CommandFailed(`There is no partner ${partnerId}.`) : error;
        });
      }),
    );
}
