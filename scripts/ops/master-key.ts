import type { Command } from "commander";
import { countMissing, findMasterKeyUse, type KeyUses, type Rewrapped, rewrap } from "@/lib/domain/master-key";
import type { Run } from "./program";
import { tell } from "./report";

/** `master-key rewrap`, `master-key status`: a change of master key. Both fail while something needs a key that is not there. */
export function addMasterKeyCommands(root: Command, run: Run): void {
  const masterKey = root
    .command("master-key")
    .description("the master key, which wraps the key of each person's records and seals the secrets of webhooks");

  masterKey
    .command("status")
    .description("count what needs which master key")
    .action(() =>
      run(async () => {
        const use = await findMasterKeyUse();
        const missing = countMissing(use);
        if (missing > 0) tell(missingWords(use));
        return { ok: missing === 0, ...use };
      }),
    );

  masterKey
    .command("rewrap")
    .description("after a change of master key: seal anew what rests under the previous one, so that it can go")
    .action(() =>
      run(
        async (ctx) => {
          const result = await rewrap(ctx, {
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
  const { left, previousKey, personKeys, webhookSecrets, waitingMails, broken } = result;
  if (left === 0) {
    return previousKey
      ? [`Nothing needs the previous key (${previousKey}) any more: MASTER_KEY_PREVIOUS may be removed.`]
      : ["No previous key is set, and nothing needs one."];
  }
  const lines: string[] = [];
  const persons = personKeys.previous - broken.persons.length;
  const secrets = webhookSecrets.previous - broken.webhookSecrets.length;
  if (previousKey) lines.push(`Keep MASTER_KEY_PREVIOUS (${previousKey}): it may not be removed yet.`);
  if (persons + secrets > 0) {
    lines.push(
      `${list([keys(persons), secretsOf(secrets)])} came in under the previous key meanwhile: restart what runs with the old MASTER_KEY alone, then run this again.`,
    );
  }
  if (waitingMails.previous > 0) {
    lines.push(
      `${count(waitingMails.previous, "mail", "mails")} under the previous key wait to be sent: run this again when they have left.`,
    );
  }
  if (broken.persons.length > 0) {
    lines.push(`These persons' keys were changed and do not open: ${broken.persons.join(", ")}.`);
  }
  if (broken.webhookSecrets.length > 0) {
    const endpoints = [...new Set(broken.webhookSecrets)].join(", ");
    lines.push(
      `Secrets of these webhook endpoints were changed and do not open, until they are rotated: ${endpoints}.`,
    );
  }
  if (countMissing(result) > 0) lines.push(missingWords(result));
  return lines;
}

function missingWords({ personKeys, webhookSecrets, waitingMails }: KeyUses): string {
  const missing = [
    keys(personKeys.missing),
    secretsOf(webhookSecrets.missing),
    count(waitingMails.missing, "waiting mail", "waiting mails"),
  ];
  return `${list(missing)} need a master key that is not configured: set MASTER_KEY_PREVIOUS to it and run \`master-key rewrap\`.`;
}

const keys = (n: number) => count(n, "person's key", "persons' keys");
const secretsOf = (n: number) => count(n, "webhook secret", "webhook secrets");
const count = (n: number, one: string, many: string) => (n === 0 ? "" : `${n} ${n === 1 ? one : many}`);

/** Those there are, as a sentence counts them. */
const list = (counts: readonly string[]) => new Intl.ListFormat("en").format(counts.filter(Boolean));
