import type { Command } from "commander";
import { z } from "zod";
import { createKey, KeyName, listKeysOf, revokeKey } from "@/lib/domain/keys";
import { shownKey } from "@/lib/domain/keys/labels";
import { NotFound } from "@/lib/platform/errors";
import type { Run } from "./program";
import { CommandFailed } from "./report";

const CreateOptions = z.object({ name: KeyName });

/** `key create`, `key list`, `key revoke`. */
export function addKeyCommands(root: Command, run: Run): void {
  const key = root.command("key").description("API keys");

  key
    .command("create <partner-id>")
    .description("create a live key; its secret is shown this once")
    .requiredOption("--name <name>", "where the key will be used")
    .action((partnerId: string, options: unknown) =>
      run((ctx) => {
        const { name } = CreateOptions.parse(options);
        return createKey(ctx, { partnerId, name }).catch(unknown(`There is no partner ${partnerId}.`));
      }),
    );

  key
    .command("list <partner-id>")
    .description("a partner's keys, the newest first: all that are not revoked, and the last 200 revoked; no secrets")
    .action((partnerId: string) =>
      run(async (ctx) => {
        const listed = await listKeysOf(ctx, { partnerId }).catch(unknown(`There is no partner ${partnerId}.`));
        return {
          keys: listed.map(({ id, name, mode, prefix, tail, status, lastUsedAt }) => ({
            id,
            name,
            key: shownKey({ mode, prefix, tail }),
            status,
            lastUsedAt,
          })),
        };
      }),
    );

  key
    .command("revoke <key-id>")
    .description("revoke a key for good")
    .action((keyId: string) =>
      run(async (ctx) => ({
        keyId,
        ...(await revokeKey(ctx, { keyId }).catch(unknown(`There is no key ${keyId}.`))),
      })),
    );
}

// The verbs do not say what was not found, because partners may not learn it; an operator may.
const unknown = (message: string) => (error: unknown) => {
  throw error instanceof NotFound ? new CommandFailed(message) : error;
};
