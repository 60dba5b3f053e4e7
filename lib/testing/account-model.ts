export type Start = { plan: "platform_pays" | "creator_pays"; known: boolean };

/** The contract's rules on a solo account once more, told as a story instead of as facts, holds and locks. */
export class AccountModel {
  readonly events: string[] = [];
  wasActive = false;
  private answer: "linked" | "asked" | "declined";
  private wasAsked: boolean;
  private creatorPays: boolean;
  private is = {
    verified: false,
    subscribed: false,
    feeUnpaid: false,
    lapsed: false,
    deactivated: false,
    takenBack: false,
  };
  private service: string | null = null;

  constructor(private readonly start: Start) {
    this.answer = start.known ? "asked" : "linked";
    this.wasAsked = start.known;
    this.creatorPays = start.plan === "creator_pays";
  }

  private get linked() {
    return this.answer === "linked";
  }
  private get paid() {
    return this.creatorPays ? this.linked && this.is.subscribed : !this.is.feeUnpaid;
  }

  get shown(): string {
    if (this.service) return `suspended:${this.service}`;
    if (this.wasActive && !this.linked) return "suspended:manual_suspension";
    if (this.is.deactivated) return "suspended:partner_deactivated";
    if (this.is.lapsed) return `suspended:${this.creatorPays ? "subscription" : "platform"}_lapsed`;
    if (this.linked && this.is.verified && this.paid) return "active";
    return this.paid && (this.creatorPays || this.is.takenBack) ? "subscribed_pending_id" : "pending_id_verification";
  }

  /** Makes a step, and returns what the call should answer. */
  take(step: Step): string {
    const before = this.shown;
    const said = AccountModel.steps[step](this);
    // Where the one who pays has left, nobody can lapse or pay.
    if (this.linked || !this.creatorPays) this.is.lapsed = this.wasActive && !this.paid;
    const after = this.shown;
    if (after === "active") this.wasActive = true;
    if (after === "active" && (before !== "active" || step === "provision")) this.events.push("verified");
    if (after.startsWith("suspended:") && !before.startsWith("suspended:")) this.events.push(after.slice(10));
    return String(said);
  }

  /** Whether this is a change. */
  private set(fact: keyof AccountModel["is"], value: boolean): boolean {
    const changes = this.is[fact] !== value;
    this.is[fact] = value;
    return changes;
  }

  private hold(reason: string) {
    if (this.service) return this.service === reason ? false : "held_otherwise";
    this.service = reason;
    return true;
  }

  private reactivate() {
    const { takenBack } = this.is;
    if (!this.is.deactivated) {
      if (this.creatorPays) return "CREATOR_PAYS_OWN_SUBSCRIPTION";
      if (this.shown === "active" || (this.shown === "subscribed_pending_id" && takenBack)) return false;
      return this.shown.startsWith("suspended:") ? "suspended_otherwise" : "account_not_suspended";
    }
    Object.assign(this.is, { deactivated: false, takenBack: takenBack || !(this.linked && this.is.verified) });
    if (this.shown === "active" || this.shown === "subscribed_pending_id") return true;
    Object.assign(this.is, { deactivated: true, takenBack });
    return "suspended_otherwise";
  }

  private link() {
    if (!this.wasAsked) return "404";
    if (this.linked) return false;
    this.answer = "linked";
    this.creatorPays = this.start.plan === "creator_pays" || this.is.subscribed;
    return true;
  }

  private leave(): boolean {
    const changes = this.answer !== "declined";
    Object.assign(this, { answer: "declined", wasAsked: true });
    return changes;
  }

  static readonly steps = {
    verify: (on: AccountModel) => on.set("verified", true),
    pay: (on) => on.set("subscribed", true),
    lapse: (on) => on.set("subscribed", false),
    feeLapses: (on) => on.set("feeUnpaid", true),
    feePaid: (on) => on.set("feeUnpaid", false),
    suspend: (on) => on.hold("manual_suspension"),
    ban: (on) => on.hold("platform_deactivated"),
    release: (on) => {
      const held = on.service !== null;
      on.service = null;
      return held;
    },
    provision: () => false,
    deactivate: (on) =>
      !on.is.deactivated && on.creatorPays ? "CREATOR_PAYS_OWN_SUBSCRIPTION" : on.set("deactivated", true),
    reactivate: (on) => on.reactivate(),
    approve: (on) => (on.wasAsked && on.answer === "declined" ? "link_already_declined" : on.link()),
    reconsider: (on) => on.link(),
    decline: (on) => (!on.wasAsked ? "404" : on.linked ? "link_already_approved" : on.leave()),
    withdraw: (on) => (on.answer === "asked" ? "link_not_approved" : on.leave()),
  } satisfies Record<string, (on: AccountModel) => boolean | string>;
}

/** What can happen to an account and to the two that it stands between. */
export type Step = keyof typeof AccountModel.steps;
export const STEPS = Object.keys(AccountModel.steps) as Step[];
