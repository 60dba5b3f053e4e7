import type { Command } from "commander";
import { z } from "zod";
import { inviteProducer, listAllProducers, viewProducer } from "@/lib/domain/producers";
import { orFail } from "./partners";
import { addressFrom } from "./people";
import { type Run, tell } from "./report";

const InviteOptions = z.object({ partner: z.string().optional() });
const ListOptions = z.object({ after: z.string().optional() });

/** `producer invite`, `producer list`, `producer show`. */
export function addProducerCommands(root: Command, run: Run): void {
  const producer = root.command("producer").description("producers, who document productions and seal their records");

  producer
    .command("invite <email>")
    .description("email an invitation to be a producer; it expires in seven days")
    .option("--partner <partner-id>", "the partner to work with; default: none")
    .action((text: string, options: unknown) =>
      run((ctx) => {
        const { partner: partnerId = null } = InviteOptions.parse(options);
        return inviteProducer(ctx, { partnerId, email: addressFrom(text) }).catch(
          orFail(`There is no partner ${partnerId}.`),
        );
      }),
    );

  producer
    .command("list")
    .description("list producers, oldest first, 200 at a time")
    .option("--after <producer-id>", "continue after this producer")
    .action((options: unknown) =>
      run(async (ctx) => {
        const { producers, next } = await listAllProducers(ctx, ListOptions.parse(options));
        if (next) tell(`There are more; continue with --after ${next}`);
        return { producers, next };
      }),
    );

  producer
    .command("show <producer>")
    .description("show a producer, by id or email: name, partners and open invitations")
    .action((named: string) => run((ctx) => viewProducer(ctx, { producer: named }).catch(orFail())));
}
