import type { Command } from "commander";
import { z } from "zod";
import { isCustodian } from "@/lib/domain/parties/people";
import { inviteProducer, listAllProducers, viewProducer } from "@/lib/domain/parties/producers";
import { db } from "@/lib/platform/db";
import { addListCommand } from "./list-command";
import { orFail } from "./partners";
import { addressFrom } from "./people";
import type { Run } from "./report";

const InviteOptions = z.object({ partner: z.string().optional() });

/** `producer invite`, `producer list`, `producer show`. */
export function addProducerCommands(root: Command, run: Run): void {
  const producer = root.command("producer").description("producers, who document productions and seal their records");

  producer
    .command("invite <email>")
    .description("email an invitation to be a producer; it expires in seven days")
    .option("--partner <partner-id>", "the partner to work with; default: none")
    .action((text: string, options: unknown) =>
      run(async (ctx, tell) => {
        const { partner: partnerId = null } = InviteOptions.parse(options);
        const sent = await inviteProducer(ctx, { partnerId, email: addressFrom(text) }).catch(
          orFail(`There is no partner ${partnerId}.`),
        );
        if (await isCustodian(db, sent.email)) {
          tell(
            `${sent.email} is a custodian. As a producer, they can't open or decide anything involving their productions.`,
          );
        }
        return sent;
      }),
    );

  addListCommand(producer, run, {
    what: "producers, oldest first",
    one: "producer",
    id: "producer-id",
    list: listAllProducers,
  });

  producer
    .command("show <producer>")
    .description("show a producer, by id or email: name, partners and open invitations")
    .action((named: string) => run((ctx) => viewProducer(ctx, { producer: named }).catch(orFail())));
}
