import type { Command } from "commander";
import {
  countUses,
  findMasterKeyUse,
  type Holding,
  type KeyUser,
  type KeyUses,
  type RewrapResult,
  recordSecrets,
  rewrap,
} from "@/lib/master-key";
import type { Run } from "./report";

/** `master-key rewrap`, `master-key status`: for rotating the master key. Both fail while data needs a missing key. */
export function addMasterKeyCommands(root: Command, run: Run): void {
  const masterKey = root
    .command("master-key")
    .description(
      "the master key, which wraps the keys of people's records, stored files, sealed packages and court orders, and seals webhook secrets, the secrets of authenticator apps and the keys that sign releases and certificates",
    );

  masterKey
    .command("status")
    .description("count the records under each master key")
    .action(() =>
      run(
        async (_ctx, tell) => {
          const { uses, ...keys } = await findMasterKeyUse();
          const missing = countUses(uses, "missing");
          if (missing > 0) tell(missingWords(uses));
          return { ok: missing === 0, ...keys, ...uses };
        },
        { anySecrets: true },
      ),
    );

  masterKey
    .command("rewrap")
    .description("after changing the master key: re-encrypt everything under the previous one")
    .action(() =>
      run(
        async (ctx, tell) => {
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

/** `secrets record`: for rotating AUTH_SECRET. */
export function addSecretCommands(root: Command, run: Run): void {
  root
    .command("secrets")
    .description("which MASTER_KEY and AUTH_SECRET belong to the database")
    .command("record")
    .description(
      "make the MASTER_KEY and AUTH_SECRET of this command the database's; processes with others don't start",
    )
    .action(() => run(recordSecrets, { anySecrets: true }));
}

function conclusion({ left, previousKey, uses, broken }: RewrapResult): string[] {
  if (left === 0) {
    return previousKey
      ? [`Nothing needs the previous key (${previousKey}) anymore. You can remove MASTER_KEY_PREVIOUS.`]
      : ["No previous key is set, and none is needed."];
  }
  const lines: string[] = [];
  if (previousKey) lines.push(`Keep MASTER_KEY_PREVIOUS (${previousKey}): it is still needed.`);
  const late = HOLDINGS.map((name) => counted(name, uses[name].previous - broken[name].length)).filter(Boolean);
  if (late.length > 0) {
    lines.push(
      `${list(late)} were added under the previous key meanwhile. Restart processes that still run with the old MASTER_KEY, then run this again.`,
    );
  }
  const mails = counted("waitingMails", uses.waitingMails.previous);
  if (mails) lines.push(`${mails} under the previous key. Run this again once they are sent.`);
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

/** Singular and plural of each. */
const WORDS: Record<KeyUser, readonly [one: string, many: string]> = {
  personKeys: ["person's key", "people's keys"],
  webhookSecrets: ["webhook secret", "webhook secrets"],
  storageKeys: ["storage key", "storage keys"],
  signingKeys: ["signing key", "signing keys"],
  certificateKeys: ["certificate key", "certificate keys"],
  ledgerKeys: ["ledger key", "ledger keys"],
  packageKeys: ["package key", "package keys"],
  orderKeys: ["key of a court’s order", "keys of court orders"],
  totpSecrets: ["authenticator app", "authenticator apps"],
  removalClaims: ["removal request", "removal requests"],
  removalMessages: ["message of a removal request", "messages of removal requests"],
  removalNotes: ["note about a removal request", "notes about removal requests"],
  hashSourceKeys: ["source of hashes", "sources of hashes"],
  removalDrafts: ["draft of a removal request", "drafts of removal requests"],
  waitingMails: ["waiting mail", "waiting mails"],
};

/** Messages about keys that don't decrypt. */
const BROKEN: Record<Holding, (whose: string) => string> = {
  personKeys: (whose) => `The keys of these people were altered and do not open: ${whose}.`,
  webhookSecrets: (whose) =>
    `The secrets of these webhook endpoints were altered and do not open until you rotate them: ${whose}.`,
  storageKeys: (whose) => `These storage keys were altered. They and their files do not open: ${whose}.`,
  signingKeys: (whose) =>
    `These signing keys were altered and do not open: ${whose}. Set SIGNING_P12, or nothing can be signed until they expire.`,
  certificateKeys: (whose) =>
    `These certificate keys were altered and do not open: ${whose}. Restore the one that signs, or no certificate can be issued.`,
  ledgerKeys: (whose) =>
    `These keys of the ledger’s log were altered and do not open: ${whose}. Retire them, or no checkpoint can be signed.`,
  packageKeys: (whose) => `The keys of these sealed packages were altered. The packages do not open: ${whose}.`,
  orderKeys: (whose) => `The keys of these examinations’ orders were altered. The files do not open: ${whose}.`,
  totpSecrets: (whose) =>
    `The authenticator apps of these people were altered and no code counts: ${whose}. Remove their second factors with \`second-factor remove\`.`,
  removalClaims: (whose) => `The claims of these removal requests were altered and do not open: ${whose}.`,
  removalMessages: (whose) => `Messages of these removal requests were altered and do not open: ${whose}.`,
  removalNotes: (whose) => `Custodians’ notes about these removal requests were altered and do not open: ${whose}.`,
  hashSourceKeys: (whose) =>
    `The keys of these sources of hashes were altered and do not open: ${whose}. Set them again on their pages.`,
  removalDrafts: (whose) =>
    `These drafts of removal requests were altered and do not open: ${whose}. They are deleted after 24 hours.`,
};

const USERS = Object.keys(WORDS) as KeyUser[];
const HOLDINGS = Object.keys(BROKEN) as Holding[];

const counted = (name: KeyUser, n: number): string => (n === 0 ? "" : `${n} ${WORDS[name][n === 1 ? 0 : 1]}`);

const list = (counts: readonly string[]) => new Intl.ListFormat("en").format(counts);
