import type { Command } from "commander";
import {
  countUses,
  findMasterKeyUse,
  type Holding,
  type KeyUser,
  type KeyUses,
  type RewrapResult,
  rewrap,
} from "@/lib/domain/master-key";
import type { Run } from "./program";
import { tell } from "./report";

/** `master-key rewrap`, `master-key status`: a change of master key. Both fail while something needs a key that is not there. */
export function addMasterKeyCommands(root: Command, run: Run): void {
  const masterKey = root
    .command("master-key")
    .description(
      "the master key, which wraps the key of each person's records and of stored files, and seals the secrets of webhooks",
    );

  masterKey
    .command("status")
    .description("count what needs which master key")
    .action(() =>
      run(async () => {
        const { uses, ...keys } = await findMasterKeyUse();
        const missing = countUses(uses, "missing");
        if (missing > 0) tell(missingWords(uses));
        return { ok: missing === 0, ...keys, ...uses };
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

function conclusion({ left, previousKey, uses, broken }: RewrapResult): string[] {
  if (left === 0) {
    return previousKey
      ? [`Nothing needs the previous key (${previousKey}) any more: MASTER_KEY_PREVIOUS may be removed.`]
      : ["No previous key is set, and nothing needs one."];
  }
  const lines: string[] = [];
  if (previousKey) lines.push(`Keep MASTER_KEY_PREVIOUS (${previousKey}): it may not be removed yet.`);
  const late = HOLDINGS.map((name) => counted(name, uses[name].previous - broken[name].length)).filter(Boolean);
  if (late.length > 0) {
    lines.push(
      `${list(late)} came in under the previous key meanwhile: restart what runs with the old MASTER_KEY alone, then run this again.`,
    );
  }
  const mails = counted("waitingMails", uses.waitingMails.previous);
  if (mails) lines.push(`${mails} under the previous key: run this again when they have left.`);
  for (const name of HOLDINGS) {
    const whose = [...new Set(broken[name])].join(", ");
    if (whose) lines.push(BROKEN[name](whose));
  }
  if (countUses(uses, "missing") > 0) lines.push(missingWords(uses));
  return lines;
}

function missingWords(uses: KeyUses): string {
  const missing = USERS.map((name) => counted(name, uses[name].missing)).filter(Boolean);
  return `${list(missing)} need a master key that is not configured: set MASTER_KEY_PREVIOUS to it and run \`master-key rewrap\`.`;
}

/** What one, and what several, of each are called. */
const WORDS: Record<KeyUser, readonly [one: string, many: string]> = {
  personKeys: ["person's key", "persons' keys"],
  webhookSecrets: ["webhook secret", "webhook secrets"],
  storageKeys: ["storage key", "storage keys"],
  waitingMails: ["waiting mail", "waiting mails"],
};

/** Said of what was changed, by whose it is. */
const BROKEN: Record<Holding, (whose: string) => string> = {
  personKeys: (whose) => `These persons' keys were changed and do not open: ${whose}.`,
  webhookSecrets: (whose) =>
    `Secrets of these webhook endpoints were changed and do not open, until they are rotated: ${whose}.`,
  storageKeys: (whose) => `These storage keys were changed and do not open, nor do the files under them: ${whose}.`,
};

const USERS = Object.keys(WORDS) as KeyUser[];
const HOLDINGS = Object.keys(BROKEN) as Holding[];

const counted = (name: KeyUser, n: number): string => (n === 0 ? "" : `${n} ${WORDS[name][n === 1 ? 0 : 1]}`);

const list = (counts: readonly string[]) => new Intl.ListFormat("en").format(counts);
