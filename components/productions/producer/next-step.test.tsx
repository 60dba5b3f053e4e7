import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { ProductionView } from "@/lib/domain/productions";
import { CHECKLIST, type ChecklistName } from "@/lib/domain/productions/labels";
import { DAY_MS } from "@/lib/platform/duration";
import { CertificateCard } from "./certificate";
import { Checklist } from "./checklist";
import { isEditable, isSealable, NextStep, renewableOf, stageOf } from "./next-step";

const NOW = new Date("2026-11-24T12:00:00Z");
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

const checklist = (missing: readonly ChecklistName[], waitingFor: ProductionView["performers"] = []) => ({
  items: CHECKLIST.map((name) => ({ name, done: !missing.includes(name) })),
  waitingFor,
  isComplete: missing.length === 0,
});

const production = (more: Partial<ProductionView> = {}): ProductionView => ({
  id: "0".repeat(25),
  title: "Lake",
  productionDate: inDays(-30),
  status: "pending_documentation",
  createdAt: inDays(-20),
  documentedAt: null,
  producer: { id: "1".repeat(25), name: "Lake Films LLC", email: "producer@example.com" },
  createdBy: null,
  contentId: null,
  partners: [],
  performers: [],
  scenes: [],
  depictionCount: 1,
  checklist: checklist([]),
  sealing: null,
  failure: null,
  package: null,
  hasUnsealedChanges: true,
  certificates: [],
  isRemovalAsked: false,
  isRemovalGranted: false,
  timeline: [],
  ...more,
});

const certificate = (days: number): ProductionView["certificates"][number] => ({
  id: "c",
  status: "CURRENT",
  origin: "documented",
  issuedAt: inDays(days - 365),
  expiresAt: inDays(days),
  supersededAt: null,
  revokedAt: null,
  reason: null,
  jwt: "a.b.c",
});

const sealed: Partial<ProductionView> = {
  status: "documented",
  documentedAt: inDays(-10),
  package: { id: "p", sealedAt: inDays(-10), archiveSha256: "ab", bytes: 1, performerCount: 1, depictionCount: 1 },
  hasUnsealedChanges: false,
  certificates: [certificate(355)],
};
const incomplete = { checklist: checklist(["depictions"]) };
const sealing = { packageId: "q", requestedAt: NOW };
const failure = { text: "A photo can’t be read.", requestedAt: NOW, isHeld: false };

it.each<[string, Partial<ProductionView>, string]>([
  ["missing", incomplete, "ready"],
  ["ready", {}, "sealable"],
  ["sealing", { sealing }, "locked"],
  ["sealing", { ...sealed, sealing, hasUnsealedChanges: true }, "locked"],
  ["failed", { failure }, "sealable"],
  ["held", { failure: { ...failure, isHeld: true } }, "ready"],
  ["missing", { failure, ...incomplete }, "ready"],
  ["documented", sealed, "ready"],
  ["ending", { ...sealed, certificates: [certificate(30)] }, "ready"],
  ["documented", { ...sealed, certificates: [certificate(30.1)] }, "ready"],
  ["ended", { ...sealed, certificates: [certificate(0)] }, "ready"],
  ["changed", { ...sealed, hasUnsealedChanges: true, certificates: [certificate(0)] }, "sealable"],
  ["changed_missing", { ...sealed, hasUnsealedChanges: true, ...incomplete }, "ready"],
  ["imported", { ...sealed, package: null, hasUnsealedChanges: true }, "sealable"],
  ["imported", { ...sealed, package: null, hasUnsealedChanges: true, ...incomplete }, "ready"],
  ["takedown_pending", { ...sealed, status: "takedown_pending" }, "locked"],
  ["takedown_complete", { ...sealed, status: "takedown_complete" }, "locked"],
  ["revoked", { ...sealed, status: "revoked" }, "locked"],
])("names the stage %s", (stage, more, may) => {
  const shown = production(more);
  expect(stageOf(shown, NOW)).toBe(stage);
  expect(isSealable(stageOf(shown, NOW), shown)).toBe(may === "sealable");
  expect(isEditable(shown)).toBe(may !== "locked");
});

const text = (node: React.ReactNode) =>
  renderToStaticMarkup(node)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

it("says by address who is waited for, and that a refusal is final", () => {
  const waitingFor = [
    { email: "ada@example.com", state: "forms_signed" as const, sceneIds: ["s"] },
    { email: "kim@example.com", state: "refused" as const, sceneIds: ["s"] },
  ];
  const shown = production({ performers: waitingFor, checklist: checklist(["records"], waitingFor) });
  const list = text(<Checklist production={shown} />);
  expect(list).toContain("1 of 6 missing.");
  expect(list).toMatch(
    /Waiting for 1 performer: ada@example\.com Forms signed kim@example\.com Refused A refusal is final/,
  );
  expect(text(<NextStep production={shown} stage="missing" />)).toContain("kim@example.com can no longer sign");
});

it("says that IDs are in review once every performer acted", () => {
  const waitingFor = [{ email: "ada@example.com", state: "in_review" as const, sceneIds: ["s"] }];
  const shown = production({ performers: waitingFor, checklist: checklist(["records"], waitingFor) });
  expect(text(<Checklist production={shown} />)).toMatch(/IDs in review: ada@example\.com In review/);
  expect(text(<NextStep production={shown} stage="missing" />)).toContain("1 ID in review.");
});

it("offers to renew only a certificate of sealed records that ends soon", () => {
  const offered = (more: Partial<ProductionView>) => {
    const shown = production({ ...sealed, certificates: [certificate(7)], ...more });
    const card = renderToStaticMarkup(<CertificateCard production={shown} now={NOW} />);
    expect(card.includes("/renew")).toBe(renewableOf(shown, NOW) !== null);
    return renewableOf(shown, NOW)?.id ?? null;
  };
  expect(offered({})).toBe("c");
  const imported = { ...certificate(7), origin: "imported" as const, jwt: null };
  expect(offered({ package: null, hasUnsealedChanges: true, certificates: [imported] })).toBeNull();
  expect(offered({ certificates: [certificate(31)] })).toBeNull();
  expect(offered({ status: "revoked", certificates: [{ ...certificate(7), status: "REVOKED" }] })).toBeNull();
});

it("doesn’t offer a revoked certificate as if it were good", () => {
  const revoked = { ...certificate(355), status: "REVOKED" as const, revokedAt: NOW };
  const shown = production({ ...sealed, status: "revoked", certificates: [revoked] });
  const card = text(<CertificateCard production={shown} now={NOW} />);
  expect(card).toContain("Revoked on");
  expect(card).not.toMatch(/Ends|Give it/);
});

it("offers one thing to do, and nothing that can’t be done", () => {
  const step = (more: Partial<ProductionView>) => {
    const shown = production(more);
    return renderToStaticMarkup(<NextStep production={shown} stage={stageOf(shown, NOW)} />).match(/href="[^"]+"/g);
  };
  expect(step({})).toEqual([`href="/producer/productions/${"0".repeat(25)}/seal"`]);
  expect(step(incomplete)).toBeNull();
  expect(step({ ...sealed, certificates: [certificate(7)] })).toEqual([expect.stringMatching(/\/renew"$/)]);
  expect(step({ ...sealed, status: "revoked" })).toBeNull();
  expect(step({ failure: { ...failure, isHeld: true } })).toBeNull();
});
