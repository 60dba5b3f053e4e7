import { describe, expect, it } from "vitest";
import {
  approveLink,
  deactivateAccount,
  declineLink,
  deriveStatusesOfUser,
  liftSuspension,
  provisionAccount,
  reactivateAccount,
  readAccount,
  suspendAccount,
  withdrawLink,
} from "@/lib/domain/accounts";
import { SUSPEND_REASONS } from "@/lib/domain/accounts/schemas";
import { db, inTransaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { begin as beginModel, STEPS, type Start, type Step, shown, take } from "@/lib/testing/account-model";
import { eventsOf } from "@/lib/testing/effects";
import { keyCtx, makeIdentity, makePartner, makeUser, personCtx, systemCtx } from "@/lib/testing/factories";
import { fc, rounds } from "@/lib/testing/random";
import { grantSubscription, lapsePlatformFee, lapseSubscription, payPlatformFee } from ".";

const SEQUENCES = rounds(150);
/** Sequences to run at once, each on its own partner. */
const AT_ONCE = 10;

async function begin({ plan, known }: Start) {
  const partner = await makePartner({ plan });
  const email = `${newId()}@example.com`;
  const person = known ? await makeUser({ email }) : null;
  const body = { externalUserId: newId(), email, callbackUrl: "https://platform.example.com/callback" };
  const { account } = await provisionAccount(keyCtx(partner), body);
  const user = person ?? (await db.user.findUniqueOrThrow({ where: { email } }));
  return { partner, user, body, accountId: account.accountId };
}

type World = Awaited<ReturnType<typeof begin>>;

const CALLS: Record<Step, (world: World) => Promise<boolean>> = {
  verify: async ({ user }) => {
    const known = await db.identity.findUnique({ where: { userId: user.id } });
    if (!known) await makeIdentity(user);
    await inTransaction((tx) => deriveStatusesOfUser(tx, systemCtx(), user.id));
    return !known;
  },
  pay: async ({ user: { email } }) => (await grantSubscription(systemCtx(), { email })).granted,
  lapse: async ({ user: { email } }) => (await lapseSubscription(systemCtx(), { email })).lapsed,
  feeLapses: async ({ partner }) => (await lapsePlatformFee(systemCtx(), { partnerId: partner.id })).changed,
  feePaid: async ({ partner }) => (await payPlatformFee(systemCtx(), { partnerId: partner.id })).changed,
  suspend: async ({ accountId }) =>
    (await suspendAccount(systemCtx(), { accountId, reason: "manual_suspension" })).held,
  ban: async ({ accountId }) => (await suspendAccount(systemCtx(), { accountId, reason: "platform_deactivated" })).held,
  release: async ({ accountId }) => (await liftSuspension(systemCtx(), { accountId })).released,
  provision: async ({ partner, body }) => (await provisionAccount(keyCtx(partner), body)).created,
  deactivate: async ({ partner, accountId }) => (await deactivateAccount(keyCtx(partner), accountId)).deactivated,
  reactivate: async ({ partner, accountId }) => (await reactivateAccount(keyCtx(partner), accountId)).reactivated,
  approve: async ({ user, accountId }) => (await approveLink(personCtx(user), accountId)).changed,
  reconsider: async ({ user, accountId }) =>
    (await approveLink(personCtx(user), accountId, { reconsiders: true })).changed,
  decline: async ({ user, accountId }) => (await declineLink(personCtx(user), accountId)).changed,
  withdraw: async ({ user, accountId }) => (await withdrawLink(personCtx(user), accountId)).changed,
};

const refusalOf = (error: unknown): string => {
  if (!(error instanceof AppError)) throw error;
  const named = SUSPEND_REASONS.filter((reason) => error.message.includes(reason));
  return [error.code ?? error.status, ...(error.code === "suspended_otherwise" ? named : [])].join(" ");
};

type Sequence = { start: Start; steps: Step[] };

// Rules that random sequences seldom reach.
const RARE: Sequence[] = [
  { start: { plan: "platform_pays", known: true }, steps: ["verify", "deactivate", "reactivate"] },
  { start: { plan: "platform_pays", known: true }, steps: ["pay", "reconsider"] },
  { start: { plan: "platform_pays", known: false }, steps: ["deactivate", "reactivate", "reactivate"] },
  { start: { plan: "platform_pays", known: false }, steps: ["verify", "deactivate", "feeLapses"] },
];

async function compare({ start, steps }: Sequence): Promise<void> {
  const world = await begin(start);
  let facts = beginModel(start);
  const expectedEvents: string[] = [];
  const past: string[] = [`${start.plan}, ${start.known ? "known" : "unknown"}`];
  let firstVerifiedAt: string | undefined;
  for (const step of steps) {
    past.push(step);
    const { answer, event, ...next } = take(facts, step);
    facts = next.facts;
    if (event) expectedEvents.push(event);
    const answered = await CALLS[step](world).then(String, refusalOf);
    const read = await readAccount(keyCtx(world.partner), world.accountId);
    firstVerifiedAt ??= read.verifiedAt;
    expect((read.verifiedAt ?? read.createdAt) >= read.createdAt).toBe(true);
    const told = read.suspendReason ? `${read.status}:${read.suspendReason}` : read.status;
    expect({ past, answered, told, verifiedAt: read.verifiedAt }).toEqual({
      past,
      answered: answer,
      told: shown(facts),
      verifiedAt: facts.wasActive ? firstVerifiedAt : undefined,
    });
  }
  const events = await eventsOf(world.partner);
  const sent = events.map(({ type, data }) => (type === "solo_account.verified" ? "verified" : data.reason));
  expect({ past, sent }).toEqual({ past, sent: expectedEvents });
}

describe("any sequence of account changes", () => {
  it("ends in the status, reason, answers and events of the contract", async () => {
    const sequence = fc.record<Sequence>({
      start: fc.record<Start>({ plan: fc.constantFrom("platform_pays", "creator_pays"), known: fc.boolean() }),
      steps: fc.array(fc.constantFrom(...STEPS), { minLength: 3, maxLength: 10 }),
    });
    const several = fc.array(sequence, { minLength: AT_ONCE, maxLength: AT_ONCE });
    await fc.assert(
      fc.asyncProperty(several, (sequences) => Promise.all(sequences.map(compare)).then(() => undefined)),
      { numRuns: 1 + SEQUENCES / AT_ONCE, examples: [[RARE]] },
    );
  }, 600_000);
});
