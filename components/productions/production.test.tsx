import { expect, it } from "vitest";
import type { LinkedProduction } from "@/lib/domain/productions";
import { DAY_MS } from "@/lib/platform/duration";
import { textOf } from "@/lib/testing/draw";
import { Certificates } from "./certificates";
import { LinkedChecklist } from "./linked-checklist";
import { NextStep } from "./next-step";
import { platformsText } from "./production";
import { ProductionScenes } from "./production-contents";
import { AddConsequences } from "./scene-picker";

const NOW = new Date("2026-11-22T12:00:00Z");
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

type Certificate = LinkedProduction["certificates"][number];
const certificate = (more: Partial<Certificate> = {}): Certificate => ({
  id: "3".repeat(25),
  status: "CURRENT",
  origin: "documented",
  issuedAt: inDays(-10),
  expiresAt: inDays(355),
  supersededAt: null,
  revokedAt: null,
  reason: null,
  jwt: "eyJhbGciOiJSUzI1NiJ9.e30.c2ln",
  ...more,
});

const production = (more: Partial<LinkedProduction> = {}): LinkedProduction => ({
  id: "1".repeat(25),
  title: "Lake",
  productionDate: inDays(-30),
  status: "pending_documentation",
  createdAt: inDays(-20),
  documentedAt: null,
  producer: { name: "Lake Films" },
  isOurs: true,
  linkedAt: inDays(-20),
  takenDownAt: null,
  otherPlatforms: 0,
  contentId: "post-7",
  performers: [],
  otherPerformers: 0,
  missingCount: 0,
  scenes: [],
  otherScenes: 0,
  depictionCount: 0,
  checklist: { items: [], isComplete: false },
  sealing: null,
  package: null,
  hasUnsealedChanges: true,
  certificates: [],
  isRemovalAsked: false,
  isRemovalGranted: false,
  timeline: [],
  ...more,
});

const documented = (expiresAt: Date, more: Partial<LinkedProduction> = {}) =>
  production({ status: "documented", hasUnsealedChanges: false, certificates: [certificate({ expiresAt })], ...more });

it.each([
  [
    "waits for performers",
    production({
      missingCount: 1,
      performers: [
        { email: "a@example.com", state: "forms_signed" },
        { email: "b@example.com", state: "id_verified" },
      ],
    }),
    /Waiting for 1 performer/,
  ],
  [
    "waits for an ID",
    production({ missingCount: 1, performers: [{ email: "a@example.com", state: "in_review" }] }),
    /1 ID in review/,
  ],
  [
    "waits for others' performers",
    production({ missingCount: 3, otherPerformers: 2, performers: [{ email: "a@example.com", state: "in_review" }] }),
    /Waiting for 2 performers/,
  ],
  ["waits for its producer", production(), /Waiting for Lake Films Don’t publish yet/],
  [
    "only has to be sealed",
    production({ checklist: { items: [], isComplete: true } }),
    /Waiting for Lake Films to seal the records/,
  ],
  ["is being sealed", production({ sealing: { packageId: "p", requestedAt: NOW } }), /are being sealed/],
  ["is documented", documented(inDays(355)), /You may publish/],
  [
    "is being corrected",
    documented(inDays(355), { hasUnsealedChanges: true }),
    /You may publish.*is changing the records/,
  ],
  ["has a certificate that ends soon", documented(inDays(59)), /The certificate ends/],
  ["has a certificate that has ended", documented(inDays(-1)), /has ended: Lake Films must renew it/],
  [
    "is asked to be removed, and not frozen",
    documented(inDays(355), { isRemovalAsked: true }),
    /Removal requested.*hasn’t decided.*Show takedown/,
  ],
  ["is to be taken down", production({ status: "takedown_pending" }), /Take this production down.*hasn’t decided/],
  [
    "is to be taken down for good",
    production({ status: "takedown_pending", isRemovalGranted: true }),
    /Take this production down.*granted/,
  ],
  [
    "is taken down here",
    production({ status: "takedown_pending", takenDownAt: NOW }),
    /You took it down.*until our custodian decides/,
  ],
  [
    "is taken down here for good",
    production({ status: "takedown_pending", takenDownAt: NOW, isRemovalGranted: true }),
    /You took it down.*the other linked platforms/,
  ],
  ["is taken down", production({ status: "takedown_complete" }), /don’t publish/],
  ["is revoked", production({ status: "revoked" }), /Revoked: don’t publish/],
])("says what to do when a production %s", (_, shown, words) => {
  expect(textOf(<NextStep production={shown} now={NOW} />)).toMatch(words);
});

it("counts what is missing, and says in words which points are done", () => {
  const items = [
    { name: "details", done: true },
    { name: "performers", done: false },
    { name: "depictions", done: false },
  ] as const;
  const shown = textOf(<LinkedChecklist checklist={{ items: [...items], isComplete: false }} performers={[]} />);
  expect(shown).toContain("2 things missing.");
  expect(shown).toMatch(/in the future , done/);
  expect(shown).toMatch(/At least one performer , missing/);
});

it("offers each signed text to copy, and says when none was kept or a current certificate has ended", () => {
  const shown = (more: Partial<Certificate>) => textOf(<Certificates certificates={[certificate(more)]} now={NOW} />);
  expect(shown({})).toMatch(/Current.*Copy JWT/);
  expect(shown({ jwt: null })).not.toContain("Copy JWT");
  expect(shown({ expiresAt: inDays(-1) })).toContain("Ended");
  const revoked = shown({ status: "REVOKED", revokedAt: NOW });
  expect(revoked).toContain("Revoked on");
  expect(revoked).toContain("Show the revoked text");
  expect(revoked).not.toContain("Copy JWT");
  expect(textOf(<Certificates certificates={[]} now={NOW} />)).toContain("No certificate yet");
});

it("counts other platforms and their scenes without naming them", () => {
  expect(platformsText({ otherPlatforms: 0 })).toBe("Only you");
  expect(platformsText({ otherPlatforms: 2 })).toBe("You and 2 other platforms");
  const scene = { id: "s", title: "Dock", people: 2, addedAt: NOW, isRemovable: true };
  const shown = textOf(<ProductionScenes scenes={[scene]} otherScenes={1} remove={null} />);
  expect(shown).toContain("1 more scene");
  expect(shown).not.toContain("Remove");
  expect(textOf(<ProductionScenes scenes={[scene]} otherScenes={0} remove={async () => ({})} />)).toContain("Remove");
});

it("says who sees the performers of a scene before it is added", () => {
  const said = textOf(<AddConsequences performers={2} />);
  expect(said).toContain("2 performers and the uploader join");
  expect(said).toContain("The producer sees their email addresses");
});
