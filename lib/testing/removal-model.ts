import type { ProductionStatus, RemovalItemStatus, RemovalStatus, TakedownOutcome } from "@/prisma/generated/client";

/** `old`: its seven years are over. `copy`: made from the same file, and logged only by a step. */
export const RECORDS = ["old", "new", "copy", "publication", "production"] as const;
export type RecordName = (typeof RECORDS)[number];
const DEPICTIONS = ["old", "new", "copy"] as const;

/** Whose each record is. `a` created the scene that `b` published, and both are linked to the production. */
const PARTNERS_OF = { old: "a", new: "a", copy: "b", publication: "b" } as const;

const ofRecords = <V extends string>(verb: V) => RECORDS.map((name) => `${verb} ${name}` as const);

/** What a claimant, three custodians, two partners and time can do to a request that was filed, in any order. */
export const STEPS = [
  ...ofRecords("confirm"),
  ...ofRecords("reject one"),
  ...ofRecords("reject two"),
  ...ofRecords("reject three"),
  ...DEPICTIONS.map((name) => `delete ${name}` as const),
  "remove publication",
  "a takes down",
  "b takes down",
  "attach new",
  "attach production",
  "four hours",
  "log copy",
  "look",
  "add URL",
  "search",
  "hold old",
  "lift old",
  "retain",
  "appeal",
  "withdraw",
] as const;
export type Step = (typeof STEPS)[number];

type Item = { status: RemovalItemStatus; proposedBy: string; rejectedBy: readonly string[] };
type Clock = { item: RecordName; partner: "a" | "b"; outcome: TakedownOutcome | "open" };

/** Who files. `performer`: about intimate images, and they are in the production. `stranger`: on other grounds, by the production's URL. */
export const CLAIMANTS = ["performer", "stranger"] as const;
export type Claimant = (typeof CLAIMANTS)[number];

/**
 * The rules of a removal request once more, without locks and rows. It names everything but `new`, which a custodian may attach, and
 * `copy`.
 */
export function removalModel(claimant: Claimant) {
  let status: RemovalStatus = "open";
  let appealed = false;
  // Something was found after a decision.
  let reopened = false;
  // The claimant doesn't see that it is open again.
  let isHidden = false;
  let isSearched = true;
  const items = new Map<RecordName, Item>();
  const clocks: Clock[] = [];
  const events: Record<"a" | "b", string[]> = { a: [], b: [] };
  // Whether a record was taken down.
  const records = new Map<RecordName, "up" | "removed">([
    ["old", "up"],
    ["new", "up"],
    ["publication", "up"],
  ]);
  let production: ProductionStatus = "pending_documentation";
  const takenDown = new Set<"a" | "b">();
  let isFrozen = false;
  let isHeld = false;
  let isErased = false;
  let isFileNamed = false;

  const has = (...any: RemovalItemStatus[]) => [...items.values()].some((item) => any.includes(item.status));
  const end = (item: RecordName, outcome: TakedownOutcome, partner?: "a" | "b") => {
    for (const clock of clocks) {
      if (clock.item === item && clock.outcome === "open" && (partner ?? clock.partner) === clock.partner)
        clock.outcome = outcome;
    }
  };
  const open = (item: RecordName, partner: "a" | "b") => clocks.push({ item, partner, outcome: "open" });

  function freeze(): void {
    if (items.get("production")?.status !== "open" || isFrozen) return;
    isFrozen = true;
    production = "takedown_pending";
  }
  function ask(): void {
    isFrozen = false;
    if (claimant === "performer") freeze();
    for (const partner of ["a", "b"] as const) {
      if (takenDown.has(partner)) continue;
      events[partner].push("asked production");
      open("production", partner);
    }
  }
  function giveBack(): void {
    production = "pending_documentation";
    takenDown.clear();
    end("production", "no_longer_asked");
  }
  function complete(): void {
    if (items.get("production")?.status === "confirmed" && takenDown.size === 2) production = "takedown_complete";
  }
  function name(record: RecordName): void {
    if (status === "withdrawn") return;
    if (status === "decided") isHidden = reopened = true;
    status = "open";
    items.set(record, { status: "open", proposedBy: "", rejectedBy: [] });
    if (record === "production") ask();
  }
  function decideIfDone(): void {
    if (status === "open" && !has("open") && has("confirmed", "rejected", "already_removed")) status = "decided";
  }
  const isDecidable = () => status !== "withdrawn" && isSearched;
  const findCopy = () => {
    if (isFileNamed && records.get("copy") === "up" && !items.has("copy")) name("copy");
  };
  /** Removes a depiction, for whom it says. */
  function remove(record: "old" | "new" | "copy", why: string): void {
    records.set(record, "removed");
    if (record === "old" && !isHeld) isErased = true;
    events[PARTNERS_OF[record]].push(`deleted ${record}${why}`);
  }

  function confirm(record: RecordName): void {
    const item = items.get(record);
    if (!isDecidable() || item?.status !== "open" || item.rejectedBy.includes("three")) return;
    const wasUp = record === "production" || records.get(record) === "up";
    if (record === "old" || record === "copy") isFileNamed = true;
    if (record === "production") freeze();
    item.status = wasUp ? "confirmed" : "already_removed";
    if (record === "production") complete();
    else if (wasUp) {
      if (record === "publication") events.b.push("asked publication");
      else remove(record, " on request");
      open(record, PARTNERS_OF[record]);
    }
    if (record === "publication" || (record === "old" && isFileNamed)) findCopy();
    decideIfDone();
  }
  function reject(record: RecordName, by: string): void {
    const item = items.get(record);
    if (!isDecidable() || item?.status !== "open") return;
    if (claimant === "stranger") {
      // One custodian is enough.
      if (item.rejectedBy.includes(by)) return;
      item.proposedBy = by;
    } else if (!item.proposedBy) {
      // After an appeal, who took part before only agrees with another custodian.
      if (!item.rejectedBy.includes(by)) item.proposedBy = by;
      return;
    }
    if (claimant === "performer" && item.proposedBy === by) return;
    item.status = "rejected";
    item.rejectedBy = [item.proposedBy, by];
    if (record === "production") giveBack();
    decideIfDone();
  }
  function takeDown(partner: "a" | "b"): void {
    if (!["open", "confirmed"].includes(items.get("production")?.status ?? "")) return;
    takenDown.add(partner);
    end("production", "taken_down", partner);
    complete();
  }

  const rest: Record<Exclude<Step, `${"confirm" | "reject" | "delete"} ${string}`>, () => void> = {
    "remove publication"() {
      if (records.get("publication") !== "up") return;
      records.set("publication", "removed");
      events.a.push("removed publication");
      end("publication", "taken_down");
    },
    "a takes down": () => takeDown("a"),
    "b takes down": () => takeDown("b"),
    "attach new"() {
      if (isSearched && !items.has("new")) name("new");
    },
    "attach production"() {
      if (isDecidable()) freeze();
    },
    "four hours": freeze,
    "log copy"() {
      if (!records.has("copy")) records.set("copy", "up");
    },
    look() {
      if (status === "open" || has("confirmed", "already_removed") || !has("rejected")) findCopy();
    },
    "add URL"() {
      if (status === "open" && !isHidden) isSearched = false;
    },
    search() {
      isSearched = true;
      // Also what its partner removed before.
      if (isFileNamed && records.has("copy") && !items.has("copy")) name("copy");
    },
    "hold old"() {
      if (!isErased) isHeld = true;
    },
    "lift old"() {
      isHeld = false;
    },
    retain() {
      if (!isHeld) isErased = true;
    },
    appeal() {
      if (!(status === "decided" || (status === "open" && reopened)) || appealed || !has("rejected")) return;
      [status, appealed] = ["open", true];
      isHidden = false;
      for (const [record, item] of items) {
        if (item.status !== "rejected") continue;
        Object.assign(item, { status: "open", proposedBy: "" });
        if (record === "production") ask();
      }
    },
    withdraw() {
      if (status !== "open") return;
      status = "withdrawn";
      for (const [record, item] of items) {
        if (item.status !== "open") continue;
        item.status = "withdrawn";
        if (record === "production") giveBack();
      }
    },
  };
  const isRest = (step: Step): step is keyof typeof rest => step in rest;
  for (const record of ["old", "publication", "production"] as const) name(record);

  return {
    take(step: Step): void {
      if (isRest(step)) rest[step]();
      for (const record of RECORDS) {
        if (step === `confirm ${record}`) confirm(record);
        if (step === `reject one ${record}`) reject(record, "one");
        if (step === `reject two ${record}`) reject(record, "two");
        if (step === `reject three ${record}`) reject(record, "three");
      }
      for (const record of DEPICTIONS) {
        if (step !== `delete ${record}`) continue;
        const isGone = record === "old" && isErased;
        if (records.get(record) === "up" && !isGone) remove(record, "");
        else if (records.has(record)) end(record, "taken_down");
      }
    },
    shown: () => ({
      status,
      production,
      items: Object.fromEntries([...items].map(([record, item]) => [record, item.status])),
      clocks: clocks.map(({ item, partner, outcome }) => `${item} ${partner} ${outcome}`).sort(),
      events: { a: [...events.a], b: [...events.b] },
    }),
  };
}
