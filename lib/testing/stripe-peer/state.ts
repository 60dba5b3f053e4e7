import { randomBytes } from "node:crypto";
import { clock } from "@/lib/platform/clock";
import type { SimulatedCard } from "@/lib/platform/payments/simulated/cards";
import { missing } from "./refusal";

/** One thing that the peer keeps, as Stripe would show it. */
export type Thing = { id: string; object: string; created: number; [field: string]: unknown };

/** Something that Stripe would send a message about. */
export type Happening = { id: string; type: string; object: Thing; previous?: Record<string, unknown> };

/** All that the peer keeps. */
export class PeerState {
  readonly things = new Map<string, Thing>();
  readonly happened: Happening[] = [];
  /** How each card behaves; nothing that Stripe would show. */
  readonly behaviour = new Map<string, SimulatedCard>();

  add(prefix: string, object: string, fields: Record<string, unknown>): Thing {
    const id = newId(prefix);
    const thing: Thing = { id, object, created: seconds(), livemode: false, ...fields };
    this.things.set(id, thing);
    return thing;
  }

  find(object: string, id: unknown): Thing | undefined {
    const thing = this.things.get(String(id));
    return thing?.object === object ? thing : undefined;
  }

  /** Throws `Refusal` `resource_missing`. */
  get(object: string, id: unknown): Thing {
    const thing = this.find(object, id);
    if (!thing) throw missing(object, String(id));
    return thing;
  }

  /** Newest first, as Stripe lists. */
  all(object: string, of: Record<string, unknown> = {}): Thing[] {
    return [...this.things.values()]
      .filter((thing) => thing.object === object && Object.entries(of).every(([name, value]) => thing[name] === value))
      .reverse();
  }

  tell(type: string, object: Thing, previous?: Record<string, unknown>): void {
    this.happened.push({ id: newId("evt"), type, object: structuredClone(object), ...(previous ? { previous } : {}) });
  }
}

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;
export const seconds = (): number => Math.floor(clock.now().getTime() / 1000);
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
