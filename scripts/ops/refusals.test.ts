import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { freshEmail } from "@/lib/testing/factories";
import { opsCommands } from "@/lib/testing/ops";

const { failure, ops } = opsCommands();

const id = newId();
const stranger = freshEmail();
const acme = "partner create --name A --plan creator_pays";
const ada = `identity import --email ${stranger} --legal-name Ada --birth-date 1990-01-31`;
const stillAda = `${ada} --verified-at 2026-01-31`;
const suspend = `account suspend ${id} --reason`;
const noPartner = `There is no partner ${id}.`;
const noCommand = "There is no command bogus; npm run -s ops -- --help lists them.";

/** Wrong command lines, and all or a part of what they say. */
const USAGE: [line: string, says: string | RegExp][] = [
  ["--frobnicate", /--frobnicate/],
  ["bogus", noCommand],
  ["bogus --name x", noCommand],
  ["partner bogus", noCommand],
  ["ledger", "Name one of the group's commands; npm run -s ops -- --help lists them."],
  ["ledger verify extra", /too many arguments/],
  [`${acme} --owner nobody`, /^--owner/],
  [`${acme} --owner o@example.com --collabs`, /--collabs/],
  ["partner create --name A --plan free --owner o@example.com", /^--plan/],
  ["partner create --plan creator_pays --owner o@example.com", /--name/],
  [`key create ${id}`, /--name/],
  ["key create --name x", /partner-id/],
  ["platform-fee pay", /partnerId/],
  ["subscription grant", /email/],
  [`account suspend ${id}`, /--reason/],
  [`${suspend} partner_deactivated`, "--reason: must be manual_suspension or platform_deactivated"],
  [`card save ${stranger} --card gold`, "--card: must be visa, declined or unanswered"],
  [`${ada} --verified-at yesterday`, /^--verified-at/],
  [`${stillAda} --birth-date 1990-02-30`, /^--birth-date/],
  [`${stillAda} --email nobody`, /^--email/],
  ["backup", /folder/],
  ["backup .data/none --keep 0", /^--keep/],
  ["backup .data/none --key-file package.json", /^--key-file: must be 32 random bytes in base64/],
  ["scene list --status done", "--status: must be one of pending_signatures, greenlit, blocked, cancelled"],
  ["production list --status sealed", /must be one of pending_documentation, documented/],
  ["removal list --status closed", /must be one of open, decided, withdrawn/],
  ...["1999", "3000", "20x"].map((year): [string, RegExp] => [
    `removal calendar ${year}`,
    /The year must be from 2021 to 2100\./,
  ]),
];

/** What is refused, or isn't there. */
const REFUSED: [line: string, says: string | RegExp][] = [
  [`partner activate ${id}`, noPartner],
  [`partner deactivate ${id}`, noPartner],
  [`key create ${id} --name x`, noPartner],
  [`key list ${id}`, noPartner],
  [`key revoke ${id}`, `There is no key ${id}.`],
  [`webhook create ${id} --url http://127.0.0.1:9/hooks`, noPartner],
  [`platform-fee lapse ${id}`, noPartner],
  ["platform-fee pay x", "There is no partner x."],
  [`content import --partner ${id} --file scripts/ops/nowhere.csv`, /there is no such file/],
  [`${suspend} manual_suspension`, `There is no account ${id}.`],
  [`account lift ${id}`, `There is no account ${id}.`],
  [`subscription grant ${stranger}`, `No account has the address ${stranger}.`],
  ["subscription lapse nobody", "nobody is not an email address."],
  [`card save ${stranger}`, `No account has the address ${stranger}.`],
  ["custodian appoint nobody", "nobody is not an email address."],
  ["custodian dismiss nobody", "nobody is not an email address."],
  [`custodian dismiss ${stranger}`, new RegExp(stranger)],
  ["signin-link nobody", "nobody is not an email address."],
  [`signin-link ${stranger}`, new RegExp(stranger)],
  [`${stillAda} --birth-date 2020-01-31`, /18/],
  [`${ada} --verified-at 2999-01-31`, /future/],
  [`${stillAda} --document /nowhere/photo.jpg`, /\/nowhere\/photo\.jpg/],
  [`${stillAda} --document package.json`, /photo/],
  [`scene show ${id}`, `There is no scene ${id}.`],
  [`session show ${id}`, `There is no upload session ${id}.`],
  [`verification show ${id}`, `There is no verification job ${id}.`],
  [`production show ${id}`, `There is no production ${id}.`],
  ["package verify nothing", "There is no production nothing."],
  ["certificate revoke none --reason Forged", "There is no production none."],
  ["certificate import scripts/ops/none.csv", /no such file/],
  ["removal show unknown", "There is no removal request unknown."],
  ["backup .data/none", /^Set BACKUP_KEY or --key-file/],
  ["restore .data/none", /^Set BACKUP_KEY or --key-file/],
  ["restore .data/none --key-file nowhere", "--key-file nowhere: there is no such file."],
  ["producer invite nobody", "nobody is not an email address."],
  [`producer show ${stranger}`, new RegExp(stranger)],
];

it.each([
  ...USAGE.map(([line, says]) => ({ line, says, code: 2 })),
  ...REFUSED.map(([line, says]) => ({ line, says, code: 1 })),
])("$line says what is wrong, ends with $code and writes nothing", async ({ line, says, code }) => {
  const counts = () => Promise.all([db.partner.count(), db.identity.count(), db.ledgerEntry.count()]);
  const before = await counts();
  const words = line.split(" ");
  const said = await failure(...words);
  if (typeof says === "string") expect(said).toBe(`${says}\n`);
  else expect(said.trimEnd()).toMatch(says);
  expect((await ops(words)).code).toBe(code);
  expect(await counts()).toEqual(before);
});

it("a partner needs a name that isn't blank", async () => {
  const words = ["partner", "create", "--name", " ", "--plan", "creator_pays", "--owner", "o@example.com"];
  expect(await failure(...words)).toContain("--name");
  expect(await failure("key", "create", id, "--name", "")).toContain("--name");
});
