import type { Command } from "commander";
import { z } from "zod";
import { CreatePartnerInput, createPartner, listPartners, setPartnerStatus } from "@/lib/domain/partners";
import type { Run } from "./program";
import { tell } from "./report";

const { name, plan, ownerEmail, collabScenes, copyOptional } = CreatePartnerInput.shape;
const CreateOptions = z.object({ name, plan, owner: ownerEmail, collabScenes, copyOptional });
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
        const { owner, ...rest } = CreateOptions.parse(options);
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
