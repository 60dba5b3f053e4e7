import { readFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import { z } from "zod";
import { liftSuspension, SuspendInput, suspendAccount } from "@/lib/domain/accounts";
import { grantSubscription, lapseSubscription, saveTestCard } from "@/lib/domain/billing";
import { importIdentity } from "@/lib/domain/creators/decisions";
import {
  appointCustodian,
  conflictsOf,
  createSigninLink,
  dismissCustodian,
  removeSecondFactors,
} from "@/lib/domain/parties/people";
import { PaymentsUnavailable } from "@/lib/platform/payments/driver";
import { TEST_CARDS } from "@/lib/platform/payments/states";
import { emailAddress } from "@/lib/platform/wire";
import { orFail } from "./partners";
import { CommandFailed, orUnreadable, type Run } from "./report";

/** `custodian appoint`, `custodian dismiss`. */
export function addCustodianCommands(root: Command, run: Run): void {
  const custodian = root.command("custodian").description("the service's own custodians of records");

  custodian
    .command("appoint <email>")
    .description("let this person review identities and view records")
    .action((email: string) =>
      run(async (ctx, tell) => {
        const done = await appointCustodian(ctx, { email: addressFrom(email) });
        const { teams, isProducer } = await conflictsOf(ctx, done.userId);
        for (const team of teams)
          tell(`They are in the team of ${team}, so they can't open or decide anything involving it.`);
        if (isProducer) tell("They are a producer, so they can't open or decide anything involving their productions.");
        return done;
      }),
    );

  custodian
    .command("dismiss <email>")
    .description("remove that right at once; ends sessions and unused sign-in links")
    .action((email: string) =>
      run(async (ctx, tell) => {
        const { userId, dismissed, custodiansLeft } = await dismissCustodian(ctx, { email: addressFrom(email) });
        if (custodiansLeft === 0) tell("No custodian is left. Appoint one, or identities cannot be reviewed.");
        return { userId, dismissed };
      }),
    );
}

const FactorOptions = z.object({ reason: z.string().trim().min(1, { error: "must not be empty" }).max(500) });

/** `second-factor remove`. */
export function addSecondFactorCommands(root: Command, run: Run): void {
  root
    .command("second-factor")
    .description("passkeys, authenticator apps and recovery codes")
    .command("remove <email>")
    .description(
      "remove the lost passkeys, app and recovery codes of a person, whom you know it is; ends their sessions",
    )
    .requiredOption("--reason <text>", "why, and how you know that it's them; for the ledger")
    .action((email: string, options: unknown) =>
      run((ctx) =>
        removeSecondFactors(ctx, { email: addressFrom(email), ...FactorOptions.parse(options) }).catch(orFail()),
      ),
    );
}

/** `signin-link`. */
export function addSigninLinkCommand(root: Command, run: Run): void {
  root
    .command("signin-link <email>")
    .description("create a one-time sign-in link, to hand over without email")
    .action((email: string) => run(async (ctx) => createSigninLink(ctx, { email: addressFrom(email) })));
}

const ImportOptions = z.object({
  email: emailAddress,
  legalName: z.string().trim().min(1, { error: "must not be empty" }),
  birthDate: z.iso.date({ error: "must be a date such as 1990-01-31" }),
  verifiedAt: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], {
      error: "must be a moment such as 2026-01-31T12:00:00Z, or a date",
    })
    .transform((text) => new Date(text)),
  document: z.string().optional(),
});

/** `identity import`. */
export function addIdentityCommands(root: Command, run: Run): void {
  root
    .command("identity")
    .description("verified people")
    .command("import")
    .description("import a person who was verified elsewhere")
    .requiredOption("--email <email>", "the person's address")
    .requiredOption("--legal-name <name>", "the name on the document")
    .requiredOption("--birth-date <date>", "YYYY-MM-DD")
    .requiredOption("--verified-at <time>", "when the person was verified")
    .option("--document <file>", "photo of the document (JPEG, PNG or WebP), stored encrypted")
    .action((options: unknown) =>
      run(async (ctx) => {
        const { document, ...person } = ImportOptions.parse(options);
        const unreadable = orUnreadable(`--document: cannot read ${document}`);
        const image = document === undefined ? undefined : await readFile(document).catch(unreadable);
        const { personId, imported } = await importIdentity(ctx, { ...person, document: image });
        return { personId, imported };
      }),
    );
}

const REASON = "--reason <reason>";
const LiftInput = SuspendInput.partial({ reason: true });

/** `account suspend`, `account lift`. Their old names, `hold` and `release`, still work but are not listed. */
export function addAccountCommands(root: Command, run: Run): void {
  const account = root.command("account").description("creators' accounts: suspensions by the service");
  const note = () => new Option("--note <text>", "a note for the ledger, for custodians only");

  for (const name of ["suspend", "hold"]) {
    account
      .command(`${name} <account-id>`, { hidden: name === "hold" })
      .description("suspend an account; its partner sees the reason")
      .requiredOption(REASON, "manual_suspension or platform_deactivated")
      .addOption(note())
      .action((accountId: string, options: unknown) =>
        run((ctx) =>
          suspendAccount(ctx, { accountId, ...SuspendInput.parse(options) }).catch(
            orFail(`There is no account ${accountId}.`),
          ),
        ),
      );
  }

  for (const name of ["lift", "release"]) {
    account
      .command(`${name} <account-id>`, { hidden: name === "release" })
      .description("lift the service's suspension; other suspensions keep the account suspended")
      .option(REASON, "lift the suspension only if it has this reason")
      .addOption(note())
      .action((accountId: string, options: unknown) =>
        run((ctx) =>
          liftSuspension(ctx, { accountId, ...LiftInput.parse(options) }).catch(
            orFail(`There is no account ${accountId}.`),
          ),
        ),
      );
  }
}

const CardOptions = z.object({
  card: z.enum(TEST_CARDS, { error: `must be ${TEST_CARDS.join(", ").replace(/, (\w+)$/, " or $1")}` }),
});

/** `card save`. */
export function addCardCommands(root: Command, run: Run): void {
  root
    .command("card")
    .description("creators' saved cards, at the Stripe stand-in only")
    .command("save <email>")
    .description("save a test card for a person and make it their default")
    .option("--card <card>", "visa works; declined and unanswered fail when charged later", "visa")
    .action((text: string, options: unknown) =>
      run((ctx) =>
        saveTestCard(ctx, { email: addressFrom(text), ...CardOptions.parse(options) })
          .catch(orNotRunning)
          .catch(orFail()),
      ),
    );
}

function orNotRunning(error: unknown): never {
  throw error instanceof PaymentsUnavailable
    ? new CommandFailed("Cannot reach the Stripe stand-in. Is the service running?")
    : error;
}

/** `subscription grant`, `subscription lapse`. */
export function addSubscriptionCommands(root: Command, run: Run): void {
  const subscription = root.command("subscription").description("creators' own subscriptions");

  subscription
    .command("grant <email>")
    .description("treat a person's subscription as paid until you lapse it")
    .action((text: string) => run((ctx) => grantSubscription(ctx, { email: addressFrom(text) }).catch(orFail())));

  subscription
    .command("lapse <email>")
    .description("end a person's subscription; suspends the accounts they pay for")
    .action((text: string) => run((ctx) => lapseSubscription(ctx, { email: addressFrom(text) }).catch(orFail())));
}

/** Parses an email address. Throws `CommandFailed` that quotes the text, because a script may pass many. */
export function addressFrom(text: string): string {
  const address = emailAddress.safeParse(text);
  if (!address.success) throw new CommandFailed(`${text} is not an email address.`);
  return address.data;
}
