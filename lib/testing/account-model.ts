export type Start = { plan: "platform_pays" | "creator_pays"; known: boolean };
type Facts = ReturnType<typeof begin>;
/** What a step changes, or the error message if it changes nothing. */
type Rule = (facts: Facts) => Partial<Facts> | string;

/** All facts about a newly provisioned account, its person and its platform. */
export const begin = ({ plan, known }: Start) => ({
  plan,
  creatorPays: plan === "creator_pays",
  link: known ? "asked" : "linked",
  wasAsked: known,
  service: "",
  verified: false,
  subscribed: false,
  feeUnpaid: false,
  deactivated: false,
  takenBack: false,
  wasActive: false,
});

/** The status the platform sees. The first matching line wins. */
export function shown({ link, verified, subscribed, feeUnpaid, creatorPays, ...is }: Facts): string {
  const paid = creatorPays ? link === "linked" && subscribed : !feeUnpaid;
  if (is.service) return `suspended:${is.service}`;
  if (is.wasActive && link !== "linked") return "suspended:manual_suspension";
  if (is.deactivated) return "suspended:partner_deactivated";
  if (is.wasActive && !paid) return `suspended:${creatorPays ? "subscription" : "platform"}_lapsed`;
  if (link === "linked" && verified && paid) return "active";
  return paid && (creatorPays || is.takenBack) ? "subscribed_pending_id" : "pending_id_verification";
}

const set =
  <Fact extends keyof Facts>(fact: Fact, value: Facts[Fact]): Rule =>
  (facts) =>
    facts[fact] === value ? "false" : { [fact]: value };
const hold =
  (reason: string): Rule =>
  (facts) =>
    facts.service && facts.service !== reason ? "held_otherwise" : set("service", reason)(facts);
const PAYS = "CREATOR_PAYS_OWN_SUBSCRIPTION";
const link: Rule = (is) => {
  if (!is.wasAsked || is.link === "linked") return is.wasAsked ? "false" : "404";
  return { link: "linked", creatorPays: is.plan === "creator_pays" || is.subscribed };
};
const leave: Rule = (is) => (is.link === "linked" ? { link: "declined", wasAsked: true } : "false");
const takeBack: Rule = (facts) => {
  const changes = { deactivated: false, takenBack: facts.takenBack || facts.link !== "linked" || !facts.verified };
  const now = shown({ ...facts, ...changes });
  return /^(active|subscribed)/.test(now) ? changes : suspendedOtherwise(facts, now);
};
// The `suspendReason` that remains. Without a suspension, the missing payment.
const suspendedOtherwise = ({ creatorPays }: Facts, now: string): string =>
  `suspended_otherwise ${now.split(":")[1] ?? `${creatorPays ? "subscription" : "platform"}_lapsed`}`;
const notDeactivated: Rule = (facts) => {
  const now = shown(facts);
  if (now === "active" || (now === "subscribed_pending_id" && facts.takenBack)) return "false";
  return now.startsWith("suspended") ? suspendedOtherwise(facts, now) : "account_not_suspended";
};

/** The contract's rules for a solo account once more, as a table instead of suspensions, locks and rows. */
const RULES = {
  verify: set("verified", true),
  pay: set("subscribed", true),
  lapse: set("subscribed", false),
  feeLapses: set("feeUnpaid", true),
  feePaid: set("feeUnpaid", false),
  suspend: hold("manual_suspension"),
  ban: hold("platform_deactivated"),
  release: set("service", ""),
  provision: () => "false",
  deactivate: (is) => (is.creatorPays && !is.deactivated ? PAYS : set("deactivated", true)(is)),
  reactivate: (is) => (is.deactivated ? takeBack(is) : is.creatorPays ? PAYS : notDeactivated(is)),
  approve: (is) => (is.link === "declined" ? "link_already_declined" : link(is)),
  reconsider: link,
  decline: (is) =>
    !is.wasAsked ? "404" : is.link === "linked" ? "link_already_approved" : set("link", "declined")(is),
  withdraw: (is) => (is.link === "asked" ? "link_not_approved" : leave(is)),
} satisfies Record<string, Rule>;

/** What can happen to an account, its person and its platform. */
export type Step = keyof typeof RULES;
export const STEPS = Object.keys(RULES) as Step[];

/** A step's effect on the facts, its answer, and the event it sends. */
export function take(facts: Facts, step: Step): { facts: Facts; answer: string; event: string | null } {
  const outcome = RULES[step](facts);
  const [is, changes] = typeof outcome === "string" ? [outcome, {}] : ["true", outcome];
  const [before, after] = [shown(facts), shown({ ...facts, ...changes })];
  const verified = after === "active" && (before !== "active" || step === "provision");
  const suspended = after.startsWith("suspended") && !before.startsWith("suspended");
  // A deactivation sends its event even if the account is already suspended.
  const reason = step === "deactivate" && is === "true" ? "partner_deactivated" : suspended && after.split(":")[1];
  return {
    facts: { ...facts, ...changes, wasActive: facts.wasActive || after === "active" },
    answer: is,
    event: verified ? "verified" : reason || null,
  };
}
