import type { CertificateStatus, VerifyReason } from "@/lib/domain/productions/certificates/labels";
import { expiryOf, renewableFrom } from "@/lib/domain/productions/certificates/states";
import { DAY_MS } from "@/lib/platform/duration";
import type { ProductionStatus } from "@/prisma/generated/client";

/** What a producer, a custodian, a claimant and a partner can do, in any order. */
export const STEPS = [
  "seal",
  "renew",
  "wait",
  "wait long",
  "revoke",
  "request",
  "confirm",
  "reject",
  "take down",
] as const;
export type Step = (typeof STEPS)[number];

export const WAIT_MS: Partial<Record<Step, number>> = { wait: 20 * DAY_MS, "wait long": 340 * DAY_MS };

type Certificate = { status: CertificateStatus; expiresAt: Date };

/** What the contract says about a production with one partner and one removal request after any steps. */
export function certificateModel(start: Date) {
  const is = { status: "pending_documentation" as ProductionStatus, now: start, sealed: false };
  const request = { filed: false, decided: "" };
  const partner = { takenDown: false };
  const certificates: Certificate[] = [];
  const [listed, events]: [number[], string[]] = [[], []];
  const isFinal = () => is.status === "revoked" || is.status === "takedown_complete";
  const current = () => certificates.find(({ status }) => status === "CURRENT");

  function issue(event: string): void {
    const old = current();
    if (old) old.status = "SUPERSEDED";
    events.push(`${event} ${certificates.length}`);
    certificates.push({ status: "CURRENT", expiresAt: expiryOf(is.now) });
  }
  function pull(): void {
    for (const [n, certificate] of certificates.entries()) {
      if (certificate.status === "REVOKED") continue;
      certificate.status = "REVOKED";
      listed.push(n);
    }
  }
  function complete(): void {
    if (request.decided === "confirmed" && partner.takenDown && !isFinal()) is.status = "takedown_complete";
  }
  const steps: Record<Step, () => void> = {
    seal() {
      if (is.status !== "pending_documentation" && is.status !== "documented") return;
      [is.status, is.sealed] = ["documented", true];
      issue("documented");
    },
    renew() {
      const old = current();
      if (is.status === "documented" && old && is.now >= renewableFrom(old.expiresAt)) issue("renewed");
    },
    wait() {},
    "wait long"() {},
    revoke() {
      if (certificates.every(({ status }) => status === "REVOKED")) return;
      pull();
      is.status = "revoked";
    },
    request() {
      // A rejected request can be filed again, by an appeal.
      if (request.filed && request.decided !== "rejected") return;
      [request.filed, request.decided] = [true, ""];
      if (!partner.takenDown) events.push("takedown requested");
      if (!isFinal()) is.status = "takedown_pending";
    },
    confirm() {
      if (!request.filed || request.decided) return;
      request.decided = "confirmed";
      pull();
      complete();
    },
    reject() {
      if (!request.filed || request.decided) return;
      request.decided = "rejected";
      if (is.status !== "takedown_pending") return;
      is.status = is.sealed ? "documented" : "pending_documentation";
      partner.takenDown = false;
    },
    "take down"() {
      if (!request.filed || request.decided === "rejected") return;
      partner.takenDown = true;
      complete();
    },
  };
  function reasonOf({ status, expiresAt }: Certificate): VerifyReason | null {
    if (status === "REVOKED") return "certificate_revoked";
    if (status === "SUPERSEDED") return "certificate_superseded";
    return is.now < expiresAt ? null : "certificate_expired";
  }
  return {
    take(step: Step) {
      is.now = new Date(is.now.getTime() + 1_000 + (WAIT_MS[step] ?? 0));
      steps[step]();
    },
    shown: () => ({
      status: is.status,
      certificates: certificates.map((one) => [one.status, reasonOf(one)]),
      listed: [...listed],
      events: [...events],
    }),
  };
}
