import type { Command } from "commander";
import { findMasterKeyUse, type KeyUse, type Rewrapped, rewrapPersonKeys } from "@/lib/domain/master-key";
import type { Run } from "./program";
import { tell } from "./report";

/** `master-key rewrap`, `master-key status`: a change of master key. Both fail while something needs a key that is not there. */
export function addMasterKeyCommands(root: Command, run: Run): void {
  const masterKey = root
    .command("master-key")
    .description("the master key, which wraps the key of each person's records");

  masterKey
    .command("status")
    .description("count what needs which master key")
    .action(() =>
      run(async () => {
        const use = await findMasterKeyUse();
        const missing = use.personKeys.missing + use.waitingMails.missing;
        if (missing > 0) tell(missingWords(use));
        return { ok: missing === 0, ...use };
      }),
    );

  masterKey
    .command("rewrap")
    .description("after a change of master key: wrap each person's key anew, so that the previous one can go")
    .action(() =>
      run(
        async (ctx) => {
          const result = await rewrapPersonKeys(ctx, {
            onProgress: ({ done, of }) => tell(`${done} of ${Math.max(done, of)} rewrapped`),
          });
          for (const line of conclusion(result)) tell(line);
          const { rewrapped, alreadyCurrent, left } = result;
          return { rewrapped, alreadyCurrent, left };
        },
        { failed: ({ left }) => left !== 0 },
      ),
    );
}

function conclusion(result: Rewrapped): string[] {
  const { left, previousKey, personKeys, waitingMails, broken } = result;
  if (left === 0) {
    return previousKey
      ? [`Nothing needs the previous key (${previousKey}) any more: MASTER_KEY_PREVIOUS may be removed.`]
      : ["No previous key is set, and nothing needs one."];
  }
  const lines: string[] = [];
  const behind = personKeys.previous - broken.length;
  if (previousKey) lines.push(`Keep MASTER_KEY_PREVIOUS (${previousKey}): it may not be removed yet.`);
  if (behind > 0) {
    lines.push(
      `${count(behind, "person's key", "persons' keys")} came in under the previous key meanwhile: restart what runs with the old MASTER_KEY alone, then run this again.`,
    );
  }
  if (waitingMails.previous > 0) {
    lines.push(
      `${count(waitingMails.previous, "mail", "mails")} under the previous key wait to be sent: run this again when they have left.`,
    );
  }
  if (broken.length > 0) lines.push(`These persons' keys were changed and do not open: ${broken.join(", ")}.`);
  if (personKeys.missing + waitingMails.missing > 0) lines.push(missingWords(result));
  return lines;
}

function missingWords({ personKeys, waitingMails }: { personKeys: KeyUse; waitingMails: KeyUse }): string {
  const persons = count(personKeys.missing, "person's key", "persons' keys");
  const mails = count(waitingMails.missing, "waiting mail", "waiting mails");
  return `${persons} and ${mails} need a master key that is not configured: set MASTER_KEY_PREVIOUS to it and run \`master-key rewrap\`.`;
}

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
