import type { Command } from "commander";
import { z } from "zod";
import { lapsePlatformFee, payPlatformFee } from "@/lib/domain/billing";
import { createEndpoint, EndpointInput } from "@/lib/domain/events";
import { createKey, KeyName, listKeysOf, PartnerLimits, revokeKey } from "@/lib/domain/parties/keys";
import { shownKey } from "@/lib/domain/parties/keys/states";
import {
  CreatePartnerInput,
  createPartner,
  listPartners,
  setPartnerLimits,
  setPartnerStatus,
} from "@/lib/domain/parties/partners";
import { NotFound } from "@/lib/platform/errors";
import { addListCommand } from "./list-command";
import { CommandFailed, type Run } from "./report";

const { ownerEmail, ...partnerShape } = CreatePartnerInput.shape;
const CreatePartnerOptions = z.object({ ...partnerShape, owner: ownerEmail });

/** `partner create`, `partner list`, `partner activate`, `partner deactivate`, `partner limits`. */
export function addPartnerCommands(root: Command, run: Run): void {
  const partner = root.command("partner").description("platforms that use the service");

  partner
    .command("create")
    .description("create a partner, its owner and its test key")
    .requiredOption("--name <name>", "the company name")
    .requiredOption("--plan <plan>", "creator_pays or platform_pays")
    .requiredOption("--owner <email>", "email of the team's owner")
    .option("--collab-scenes", "a platform-pays partner may run collab scenes")
    .option("--copy-optional", "content may be logged without a compliance copy")
    .action((options: unknown) =>
      run(async (ctx) => {
        const { owner, ...rest } = CreatePartnerOptions.parse(options);
        const made = await createPartner(ctx, { ...rest, ownerEmail: owner });
        return { partnerId: made.partnerId, ownerEmail: made.ownerEmail, testKey: made.testKey };
      }),
    );

  addListCommand(partner, run, {
    what: "partners with their owners, oldest first",
    one: "partner",
    id: "partner-id",
    list: listPartners,
  });

  const setStatus = (status: "active" | "inactive") => (partnerId: string) =>
    run(async (ctx) => ({ partnerId, status, ...(await setPartnerStatus(ctx, { partnerId, status })) }));

  partner.command("activate <partner-id>").description("accept a partner's calls again").action(setStatus("active"));

  partner
    .command("deactivate <partner-id>")
    .description("reject a partner's calls; its records stay")
    .action(setStatus("inactive"));

  partner
    .command("limits <partner-id>")
    .description("set a partner's limits; those left out become what the contract promises")
    .option("--key-limit <requests>", "requests in 60 seconds for each key, 300 or more")
    .option("--address-limit <requests>", "requests in 60 seconds from one IP address, 1200 or more")
    .option("--endpoint-concurrency <deliveries>", "deliveries at once to each webhook endpoint, 8 or more")
    .action((partnerId: string, options: unknown) =>
      run(async (ctx) => {
        const limits = PartnerLimits.parse(options);
        return { partnerId, ...(await setPartnerLimits(ctx, { partnerId, ...limits })) };
      }),
    );
}

const CreateKeyOptions = z.object({ name: KeyName });

/** `key create`, `key list`, `key revoke`. */
export function addKeyCommands(root: Command, run: Run): void {
  const key = root.command("key").description("API keys");

  key
    .command("create <partner-id>")
    .description("create a live key; the secret is shown only once")
    .requiredOption("--name <name>", "where the key will be used")
    .action((partnerId: string, options: unknown) =>
      run((ctx) => {
        const { name } = CreateKeyOptions.parse(options);
        return createKey(ctx, { partnerId, name }).catch(orFail(`There is no partner ${partnerId}.`));
      }),
    );

  key
    .command("list <partner-id>")
    .description("list a partner's keys, newest first, without secrets: all active ones and the last 200 revoked")
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

/**
 * Turns a verb's `NotFound`, which names nothing because partners may not learn it, into a sentence for the operator.
 */
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
    .description("register an endpoint and print its signing secret")
    .requiredOption("--url <url>", "the URL that receives events")
    .option("--types <types>", "event types, separated by commas; default: all")
    .option("--description <text>", "a description")
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
    .description("let a partner's platform fee lapse; suspends every creator it pays for")
    .action((partnerId: string) => run((ctx) => lapsePlatformFee(ctx, { partnerId }).catch(orFail())));

  fee
    .command("pay <partnerId>")
    .description("mark it as paid by other means: close open invoices and restore the creators")
    .action((partnerId: string) => run((ctx) => payPlatformFee(ctx, { partnerId }).catch(orFail())));
}
