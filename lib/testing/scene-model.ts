import type { PerformerStatus, SceneStatus } from "@/lib/domain/scenes/labels";
import type { Death } from "./dying-creation";

/** Who pays for a scene, what the first charge loses on its way, and when the process that creates the scene dies. */
export type Start = {
  pays: "the platform" | "a good card" | "a declined card" | "no card";
  loses: "nothing" | "the answer" | "the call";
  dies: "never" | Exclude<Death, "between two invitations">;
};

const ACTS = ["open", "sign", "refuse", "approve", "reject", "import"] as const;
const COMMON = ["resume", "charge", "pay", "cancel", "end", "expire"] as const;
export type Step = `${(typeof ACTS)[number]} ${0 | 1}` | (typeof COMMON)[number];
/** What two performers, their custodian and everyone else can do, in any order. */
export const STEPS: Step[] = [...ACTS.flatMap((act) => [`${act} 0`, `${act} 1`] as const), ...COMMON];

type Performer = { status: PerformerStatus; opened: boolean; isNew: boolean; verified: boolean; signed: boolean };
type Fee = [status: "invoiced" | "charging" | "paid" | "unpaid", error: string | null];
const CHARGED: Record<Start["pays"], Fee> = {
  "the platform": ["invoiced", null],
  "a good card": ["paid", null],
  "a declined card": ["unpaid", "card_declined"],
  "no card": ["unpaid", "no_payment_method"],
};

/** The fee of a scene: whatever gets lost, each try charges once. */
function feeModel({ pays: card, loses }: Start) {
  const fee: { now: Fee; charges: string[] } = { now: ["charging", null], charges: [] };
  if (card === "the platform") fee.now = CHARGED[card];
  let arrived = false;
  function ask(): Fee {
    if (card === "no card") return CHARGED[card];
    const lost = loses;
    loses = "nothing";
    if (!arrived && lost !== "the call") fee.charges.push(card);
    arrived ||= lost !== "the call";
    return lost === "nothing" ? CHARGED[card] : ["charging", "payment_timeout"];
  }
  function charge() {
    if (fee.now[0] === "charging") fee.now = ask();
  }
  function pay() {
    if (fee.now[0] !== "unpaid") return;
    [card, arrived, fee.now] = ["a good card", false, ["charging", null]];
    charge();
  }
  return { fee, ask, charge, pay };
}

/** What the contract says about a scene with two performers after any steps: statuses, fee, charges, events and mails. */
export function sceneModel(start: Start) {
  const { fee, ask, charge, pay } = feeModel(start);
  const stranger = { status: "pending_consent" as const, opened: false, isNew: false, verified: false, signed: false };
  const people: Performer[] = [{ ...stranger }, { ...stranger }];
  const is = { status: "pending_signatures" as SceneStatus, over: false, announced: false, invited: false };
  const events: string[] = [];
  const isOpen = () => is.status === "pending_signatures" && !is.over;

  function announce() {
    if (!is.announced) events.push(`created ${fee.now[0] === "paid"} ${fee.now[1]}`);
    is.announced = true;
  }
  function end(status: SceneStatus, event: string) {
    announce();
    is.status = status;
    events.push(event);
  }
  function expire() {
    const missing = [0, 1].filter((n) => people[n]?.status !== "consented");
    if (is.status === "pending_signatures" && is.over) end("blocked", `blocked without ${missing}`);
  }
  function finish() {
    if (!is.announced) charge();
    announce();
    is.invited ||= isOpen();
  }
  function act(what: string, one: Performer, n: number) {
    if (what === "import") one.verified = true;
    else if (is.invited && isOpen() && !one.opened) Object.assign(one, { opened: true, isNew: !one.verified });
    // A rejected ID changes nothing that the platform sees.
    if (what === "approve" && one.opened) one.verified = true;
    if (!isOpen() || !one.opened || one.status !== "pending_consent") return;
    if (what === "sign") one.signed = true;
    if (what === "refuse") {
      one.status = "refused";
      end("blocked", `refused ${n}`);
    } else if (one.signed && one.verified) {
      one.status = "consented";
      const key = one.isNew ? "without session" : "session null";
      events.push(`consented ${n} ${key}`);
      if (people.every(({ status }) => status === "consented")) end("greenlit", `greenlit ${key}`);
    }
  }
  function take(step: Step) {
    const [what = "", n] = step.split(" ");
    const one = people[Number(n)];
    if (one) act(what, one, Number(n));
    if (what === "resume") finish();
    if (what === "charge") charge();
    if (what === "pay") pay();
    if (what === "end") is.over = true;
    if (what === "expire" || what === "cancel") expire();
    if (what === "cancel" && isOpen()) end("cancelled", "cancelled");
  }

  const { pays, dies } = start;
  if (pays !== "the platform" && dies === "before the charge's outcome is recorded") ask();
  if (dies === "never" || dies === "before the announcement") charge();
  if (dies === "never" || pays === "the platform") announce();
  if (is.announced) finish();
  const shown = () => ({
    status: is.status,
    people: people.map(({ status }) => status),
    ...fee,
    events: [...events],
    invitations: people.map(() => Number(is.invited)),
  });
  return { take, shown };
}
