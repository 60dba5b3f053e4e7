import type { Command } from "commander";
import { z } from "zod";
import { lapsePlatformFee, payPlatformFee } from "@/lib/domain/billing";
import { createKey, KeyName, listKeysOf, revokeKey } from "@/lib/domain/keys";
import { shownKey } from "@/lib/domain/keys/labels";
import { CreatePartnerInput, createPartner, listPartners, setPartnerStatus } from "@/lib/domain/partners";
import { createEndpoint, EndpointInput } from "@/lib/domain/webhooks";
import { NotFound } from "@/lib/platform/errors";
import type { Run } from "./program";
import { CommandFailed, tell } from "./report";

const { ownerEmail, ...partnerShape } = CreatePartnerInput.shape;
const CreatePartnerOptions = z.object({ ...partnerShape, owner: ownerEmail });
const ListOptions = z.object({ after: z.string().optional() });

/** `partner create`, `partner list`, `partner activate`, `partner deactivate`. */
export function addPartnerCommands(root: Command, run: Run): void {
  const partner = root.command("partner").description("platforms that use the service");

  partner
    .command("create")
    .description("create a partner, its owner and its test key")
    .requiredOption("--name <name>", "the company's name")
    .requiredOption("--plan <plan>", "creator_pays or platform_pays")
    .requiredOption("--owner <email>", "address of the owner of the partner's team")
    .option("--collab-scenes", "a platform-pays partner may run collab scenes")
    .option("--copy-optional", "content may be logged without a compliance copy")
    .action((options: unknown) =>
      run(async (ctx) => {
        const { owner, ...rest } = CreatePartnerOptions.parse(options);
        const made = await createPartner(ctx, { ...rest, ownerEmail: owner });
        return { partnerId: made.partnerId, ownerEmail: made.ownerEmail, testKey: made.testKey };
      }),
    );

  partner
    .command("list")
    .description("the partners with their owners, 200 at a time, the oldest first")
    .option("--after <partner-id>", "go on after this partner")
    .action((options: unknown) =>
      run(async (ctx) => {
        const { partners, next } = await listPartners(ctx, ListOptions.parse(options));
        if (next) tell(`There are more; go on with --after ${next}`);
        return { partners, next };
      }),
    );

  const setStatus = (status: "active" | "inactive") => (partnerId: string) =>
    run(async (ctx) => ({ partnerId, status, ...(await setPartnerStatus(ctx, { partnerId, status })) }));

  partner
    .command("activate <partner-id>")
    .description("let a partner's calls through again")
    .action(setStatus("active"));

  partner
    .command("deactivate <partner-id>")
    .description("refuse a partner's calls from now on; its records stay")
    .action(setStatus("inactive"));
}

const CreateKeyOptions = z.object({ name: KeyName });

/** `key create`, `key list`, `key revoke`. */
export function addKeyCommands(root: Command, run: Run): void {
  const key = root.command("key").description("API keys");

  key
    .command("create <partner-id>")
    .description("create a live key; its secret is shown this once")
    .requiredOption("--name <name>", "where the key will be used")
    .action((partnerId: string, options: unknown) =>
      run((ctx) => {
        const { name } = CreateKeyOptions.parse(options);
        return createKey(ctx, { partnerId, name }).catch(orFail(`There is no partner ${partnerId}.`));
      }),
    );

  key
    .command("list <partner-id>")
    .description("a partner's keys, the newest first: all that are not revoked, and the last 200 revoked; no secrets")
    .action((partnerId: string) =>
      run(async (ctx) => {
        const listed = await listKeysOf(ctx, { partnerId }).catch(orFail(`There is no partner ${partnerId}.`));
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
        ...(await revokeKey(ctx, { keyId }).catch(orFail(`There is no key ${keyId}.`))),
      })),
    );
}

/** Turns the `NotFound` of a verb, which names nothing because partners may not learn it, into a sentence for the operator. */
export const orFail =
  (message?: string) =>
  (error: unknown): never => {
    throw error instanceof NotFound ? new CommandFailed(message ?? error.message) : error;
  };

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
        return createEndpoint(ctx, { partnerId, ...input }).catch(orFail(`There is no partner ${partnerId}.`));
      }),
    );
}

/** `platform-fee lapse`, `platform-fee pay`. */
export function addPlatformFeeCommands(root: Command, run: Run): void {
  const fee = root.command("platform-fee").description("what platforms pay for their creators");

  fee
    .command("lapse <partnerId>")
    .description("let a partner's platform fee lapse: every creator it pays for is suspended")
    .action((partnerId: string) => run((ctx) => lapsePlatformFee(ctx, { partnerId }).catch(orFail())));

  fee
    .command("pay <partnerId>")
    .description("mark it as paid by other means: close open invoices and restore the creators")
    .action((partnerId: string) => run((ctx) => payPlatformFee(ctx, { partnerId }).catch(orFail())));
}
