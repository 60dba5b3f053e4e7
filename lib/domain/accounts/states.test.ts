import { describe, expect, it } from "vitest";
import { fc } from "@/lib/testing/random";
import { deriveStatus, type Facts, lapseOf, SUSPENSION_KINDS, type Suspension } from "./states";

const SUSPENSIONS: Suspension[] = [
  { kind: "service", reason: "manual_suspension" },
  { kind: "service", reason: "platform_deactivated" },
  { kind: "partner", reason: "partner_deactivated" },
  { kind: "platform", reason: "platform_lapsed" },
  { kind: "subscription", reason: "subscription_lapsed" },
];

const facts: fc.Arbitrary<Facts> = fc.record({
  linked: fc.boolean(),
  verified: fc.boolean(),
  fundedBy: fc.constantFrom("creator", "platform"),
  paid: fc.boolean(),
  reinstated: fc.boolean(),
  left: fc.constant(false),
  suspensions: fc.uniqueArray(fc.constantFrom(...SUSPENSIONS), { selector: ({ kind }) => kind }),
});

const free: Facts = {
  linked: true,
  verified: false,
  fundedBy: "platform",
  paid: true,
  reinstated: false,
  left: false,
  suspensions: [],
};
const statusOf = (more: Partial<Facts>) => deriveStatus({ ...free, ...more }).status;

describe("deriveStatus", () => {
  it("goes by the table where nothing suspends the account", () => {
    expect(statusOf({})).toBe("pending_id_verification");
    expect(statusOf({ verified: true })).toBe("active");
    expect(statusOf({ verified: true, paid: false })).toBe("pending_id_verification");
    expect(statusOf({ reinstated: true })).toBe("subscribed_pending_id");
    expect(statusOf({ reinstated: true, linked: false })).toBe("subscribed_pending_id");
    expect(statusOf({ reinstated: true, paid: false })).toBe("pending_id_verification");
    expect(statusOf({ fundedBy: "creator" })).toBe("subscribed_pending_id");
    expect(statusOf({ fundedBy: "creator", linked: false })).toBe("pending_id_verification");
    expect(statusOf({ fundedBy: "creator", paid: false, verified: true })).toBe("pending_id_verification");
    expect(statusOf({ fundedBy: "creator", verified: true })).toBe("active");
  });

  it("shows the strongest of several suspensions", () => {
    const reasonOf = (...kinds: string[]) =>
      deriveStatus({ ...free, suspensions: SUSPENSIONS.slice(1).filter(({ kind }) => kinds.includes(kind)) })
        .suspendReason;
    expect(reasonOf(...SUSPENSION_KINDS)).toBe("platform_deactivated");
    expect(reasonOf("partner", "platform", "subscription")).toBe("partner_deactivated");
    expect(reasonOf("platform", "subscription")).toBe("platform_lapsed");
    expect(reasonOf("subscription")).toBe("subscription_lapsed");
  });

  it("is suspended exactly while a suspension exists, with the reason of one that exists", () => {
    fc.assert(
      fc.property(facts, (given) => {
        const { status, suspendReason } = deriveStatus(given);
        expect(status === "suspended").toBe(given.suspensions.length > 0);
        expect(suspendReason === null).toBe(given.suspensions.length === 0);
        if (suspendReason) expect(given.suspensions.map(({ reason }) => reason)).toContain(suspendReason);
      }),
    );
  });

  it("shows an account whose person left like one that the service suspends, whatever else suspends it", () => {
    fc.assert(
      fc.property(facts, (given) => {
        const held = given.suspensions.some(({ kind }) => kind === "service");
        const byService: Suspension[] = held ? [] : [{ kind: "service", reason: "manual_suspension" }];
        const suspended = deriveStatus({ ...given, linked: false, suspensions: [...given.suspensions, ...byService] });
        expect(deriveStatus({ ...given, linked: false, left: true })).toEqual(suspended);
      }),
    );
  });

  it("does not depend on the order of the suspensions", () => {
    fc.assert(
      fc.property(facts, (given) => {
        expect(deriveStatus({ ...given, suspensions: given.suspensions.toReversed() })).toEqual(deriveStatus(given));
      }),
    );
  });

  it("unlocks uploads only for a linked, verified and paid creator whom nothing suspends", () => {
    fc.assert(
      fc.property(facts, (given) => {
        const { linked, verified, paid, suspensions } = given;
        expect(deriveStatus(given).status === "active").toBe(linked && verified && paid && suspensions.length === 0);
      }),
    );
  });

  it("shows a platform that funds the account the same for every person who is not verified through it", () => {
    fc.assert(
      fc.property(facts, (given) => {
        const seen = { ...given, fundedBy: "platform" as const };
        const unknown = deriveStatus({ ...seen, linked: true, verified: false });
        expect(deriveStatus({ ...seen, linked: false, verified: false })).toEqual(unknown);
        expect(deriveStatus({ ...seen, linked: false, verified: true })).toEqual(unknown);
      }),
    );
  });
});

describe("lapseOf", () => {
  it("suspends only an account that has been active, by the kind of the one who should have paid", () => {
    const verifiedAt = new Date();
    expect(lapseOf({ fundedBy: "platform", paid: false, verifiedAt })?.reason).toBe("platform_lapsed");
    expect(lapseOf({ fundedBy: "creator", paid: false, verifiedAt })?.reason).toBe("subscription_lapsed");
    expect(lapseOf({ fundedBy: "platform", paid: true, verifiedAt })).toBeNull();
    expect(lapseOf({ fundedBy: "creator", paid: false, verifiedAt: null })).toBeNull();
  });
});
