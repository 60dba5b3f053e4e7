import { expect, test } from "vitest";
import type { ProductionRow } from "@/lib/domain/productions";
import { nextStep } from "./production-list";

const now = new Date("2026-11-23T12:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const certificate = (days: number) => ({ id: "c", status: "CURRENT" as const, expiresAt: inDays(days) });

const row = (more: Partial<ProductionRow>): ProductionRow => ({
  id: "p",
  title: "The lake",
  productionDate: now,
  producerId: "r",
  revision: 1,
  status: "pending_documentation",
  producerName: "Lake Films LLC",
  performerCount: 2,
  missingCount: 0,
  waitingCount: 0,
  waitingFor: [],
  reviewCount: 0,
  lostCount: 0,
  depictionCount: 3,
  certificate: null,
  isSealing: false,
  hasUnsealedChanges: true,
  createdAt: now,
  ...more,
});
const waiting = (waitingCount: number) => ({ waitingCount, waitingFor: ["ada@example.com"] });
const documented = { status: "documented", hasUnsealedChanges: false } as const;

test.each<[string | null, Partial<ProductionRow>]>([
  ["Add performers", { performerCount: 0, depictionCount: 0 }],
  ["Add depictions", { depictionCount: 0, ...waiting(1) }],
  ["Remove a closed scene", { lostCount: 1, ...waiting(1) }],
  ["Review and seal", {}],
  ["Review and seal", { ...documented, hasUnsealedChanges: true, certificate: certificate(300) }],
  // From an earlier system: nothing is sealed, so nothing can be renewed.
  ["Review and seal", { ...documented, hasUnsealedChanges: true, certificate: certificate(7) }],
  ["Renew certificate", { ...documented, certificate: certificate(30) }],
  ["Renew certificate", { ...documented, certificate: certificate(-1) }],
])("the producer's next step is %s", (text, more) => {
  expect(nextStep(row(more), now)).toEqual({ text, byProducer: true });
});

test.each<[string, Partial<ProductionRow>]>([
  ["Waiting for ada@example.com", waiting(1)],
  ["Waiting for ada@example.com and 2 more", waiting(3)],
  ["Waiting for ada@example.com", { ...waiting(1), reviewCount: 1 }],
  ["IDs in review", { reviewCount: 1 }],
  ["Sealing the records", { isSealing: true }],
  ["Seal from Nov 24, 2026", { productionDate: new Date("2026-11-24") }],
])("the producer waits: %s", (text, more) => {
  expect(nextStep(row(more), now)).toEqual({ text, byProducer: false });
});

test.each<Partial<ProductionRow>>([
  { ...documented, certificate: certificate(31) },
  { status: "revoked" },
  { status: "takedown_pending", certificate: certificate(1) },
])("nothing is left to do: %o", (more) => {
  expect(nextStep(row(more), now)).toBeNull();
});
