import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { db, inTransaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { eventsOf } from "@/lib/testing/events";
import { keyCtx, makeIdentity, makePartner, makeUser, personCtx, systemCtx } from "@/lib/testing/factories";
import { approveLink } from "./approve-link";
import { deactivateAccount } from "./deactivate-account";
import { declineLink } from "./decline-link";
import { liftHold, placeHold } from "./holds";
import { lockAccount } from "./lock-account";
import { provisionAccount } from "./provision-account";
import { reactivateAccount } from "./reactivate-account";
import { readAccount } from "./read-account";
import { settleAccount, settleAccountsOfUser } from "./settle-account";

const STEPS = [
  "deactivate",
  "reactivate",
  "verify",
  "serviceHold",
  "serviceLift",
  "feeLapses",
  "feePaid",
  "subscribe",
  "unsubscribe",
  "approve",
  "decline",
  "provision",
] as const;
type Step = (typeof STEPS)[number];
type Start = { plan: "platform_pays" | "creator_pays"; known: boolean };

/** The contract's rules once more, told as a story instead of as facts and locks. */
class Model {
  link: "linked" | "asked" | "declined";
  creatorPays: boolean;
  verified = false;
  subscribed = false;
  feeUnpaid = false;
  held = { service: false, partner: false };
  wasActive = false;
  takenBack = false;
  events: string[] = [];

  constructor({ plan, known }: Start) {
    this.link = known ? "asked" : "linked";
    this.creatorPays = plan === "creator_pays";
  }

  get paid() {
    return this.creatorPays ? this.link === "linked" && this.subscribed : !this.feeUnpaid;
  }

  get shown(): string {
    if (this.held.service) return "suspended:manual_suspension";
    if (this.held.partner) return "suspended:partner_deactivated";
    if (this.wasActive && !this.paid) return `suspended:${this.creatorPays ? "subscription" : "platform"}_lapsed`;
    if (!this.paid) return "pending_id_verification";
    if (this.link === "linked" && this.verified) return "active";
    const subscribed = this.creatorPays ? this.link === "linked" : this.takenBack;
    return subscribed ? "subscribed_pending_id" : "pending_id_verification";
  }

  /** Makes the step and returns what the call should answer. */
  take(step: Step): string {
    const before = this.shown;
    const answer = this.change(step);
    const after = this.shown;
    if (after === "active") this.wasActive = true;
    if (after === "active" && before !== "active") this.events.push("verified");
    if (after.startsWith("suspended") && !before.startsWith("suspended")) {
      this.events.push(after.replace("suspended:", ""));
    }
    return answer;
  }

  private change(step: Step): string {
    switch (step) {
      case "deactivate":
        if (this.held.partner) return "false";
        if (this.creatorPays) return "CREATOR_PAYS_OWN_SUBSCRIPTION";
        this.held.partner = true;
        return "true";
      case "reactivate":
        return this.reactivate();
      case "verify":
        this.verified = true;
        return "done";
      case "serviceHold":
        this.held.service = true;
        return "done";
      case "serviceLift":
        this.held.service = false;
        return "done";
      case "feeLapses":
      case "feePaid":
        this.feeUnpaid = step === "feeLapses";
        return "done";
      case "subscribe":
      case "unsubscribe":
        this.subscribed = step === "subscribe";
        return "done";
      case "provision":
        if (this.shown === "active") this.events.push("verified");
        return "false";
      default:
        return this.answerLink(step);
    }
  }

  private reactivate(): string {
    if (!this.held.partner) {
      if (this.creatorPays) return "CREATOR_PAYS_OWN_SUBSCRIPTION";
      if (this.shown === "active" || (this.shown === "subscribed_pending_id" && this.takenBack)) return "false";
      return this.shown.startsWith("suspended") ? "suspended_otherwise" : "account_not_suspended";
    }
    const tookBack = this.takenBack;
    this.held.partner = false;
    if (!(this.link === "linked" && this.verified)) this.takenBack = true;
    if (this.shown === "active" || this.shown === "subscribed_pending_id") return "true";
    this.held.partner = true;
    this.takenBack = tookBack;
    return "suspended_otherwise";
  }

  private answerLink(step: "approve" | "decline"): string {
    const asked = this.everAsked;
    if (!asked) return "404";
    if (step === "approve") {
      if (this.link === "declined") return "link_already_declined";
      if (this.link === "linked") return "false";
      this.link = "linked";
      if (this.subscribed) this.creatorPays = true;
      return "true";
    }
    if (this.link === "linked") return "link_already_approved";
    if (this.link === "declined") return "false";
    this.link = "declined";
    return "true";
  }

  everAsked = false;
}

async function begin(start: Start) {
  const partner = await makePartner({ plan: start.plan });
  const email = `${newId()}@example.com`;
  const known = start.known ? await makeUser({ email }) : null;
  const body = { externalUserId: newId(), email, callbackUrl: "https://platform.example.com/callback" };
  const { account } = await provisionAccount(keyCtx(partner), body);
  const user = known ?? (await db.user.findUniqueOrThrow({ where: { email } }));
  return { partner, user, body, id: account.accountId, ctx: keyCtx(partner) };
}

async function take(step: Step, { partner, user, body, id, ctx }: Awaited<ReturnType<typeof begin>>): Promise<string> {
  const settle = () => inTransaction((tx) => settleAccount(tx, systemCtx(), id));
  const settlePerson = () => inTransaction((tx) => settleAccountsOfUser(tx, systemCtx(), user.id));
  switch (step) {
    case "deactivate":
      return String((await deactivateAccount(ctx, id)).deactivated);
    case "reactivate":
      return String((await reactivateAccount(ctx, id)).reactivated);
    case "approve":
      return String((await approveLink(personCtx(user), id)).changed);
    case "decline":
      return String((await declineLink(personCtx(user), id)).changed);
    case "provision":
      return String((await provisionAccount(ctx, body)).created);
    case "verify":
      if (!(await db.identity.findUnique({ where: { userId: user.id } }))) await makeIdentity(user);
      await settlePerson();
      break;
    case "serviceHold":
    case "serviceLift":
      await inTransaction(async (tx) => {
        const account = await lockAccount(tx, { id });
        await liftHold(tx, systemCtx(), account, "service");
        if (step === "serviceHold") {
          await placeHold(tx, systemCtx(), account, { kind: "service", reason: "manual_suspension" });
        }
        await settleAccount(tx, systemCtx(), id);
      });
      break;
    case "feeLapses":
    case "feePaid":
      await db.partner.update({
        where: { id: partner.id },
        data: { platformFeeLapsedAt: step === "feeLapses" ? new Date() : null },
      });
      await settle();
      break;
    case "subscribe":
    case "unsubscribe": {
      const active = step === "subscribe";
      await db.subscription.upsert({
        where: { userId: user.id },
        create: { userId: user.id, active },
        update: { active },
      });
      await settlePerson();
    }
  }
  return "done";
}

const told = (error: unknown): string => {
  if (error instanceof AppError) return error.code ?? String(error.status);
  throw error;
};

describe("any sequence of what can happen to an account", () => {
  it("leaves the status, the reason, the answers and the events that the contract tells", async () => {
    const start = fc.record<Start>({ plan: fc.constantFrom("platform_pays", "creator_pays"), known: fc.boolean() });
    const steps = fc.array(fc.constantFrom(...STEPS), { minLength: 4, maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(start, steps, async (given, sequence) => {
        const world = await begin(given);
        const model = new Model(given);
        model.everAsked = given.known;
        let verifiedAt: string | undefined;
        for (const step of sequence) {
          const expected = model.take(step);
          expect(await take(step, world).catch(told), step).toBe(expected);
          const read = await readAccount(world.ctx, world.id);
          const shown = read.suspendReason ? `${read.status}:${read.suspendReason}` : read.status;
          expect(shown, step).toBe(model.shown);
          expect(read.verifiedAt !== undefined, step).toBe(model.wasActive);
          verifiedAt ??= read.verifiedAt;
          expect(read.verifiedAt, step).toBe(verifiedAt);
        }
        const events = await eventsOf(world.partner);
        expect(events.map(({ type, data }) => (type === "solo_account.verified" ? "verified" : data.reason))).toEqual(
          model.events,
        );
      }),
      { numRuns: 60 },
    );
  }, 90_000);
});
