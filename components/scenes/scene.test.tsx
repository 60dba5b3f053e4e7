import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { ScenePerformerView, SceneView } from "@/lib/domain/scenes";
import { textOf } from "@/lib/testing/draw";
import { Performers } from "./performers";
import { PassOn, Publications, RemovalConsequences } from "./publications";
import { CancelConsequences, NextStep, SceneFacts, SceneFeeCard } from "./scene";
import { SceneStatus } from "./scene-status";

const AT = new Date("2026-11-22T12:00:00Z");
const LATER = new Date("2026-12-06T12:00:00Z");

const performer = (more: Partial<ScenePerformerView> = {}): ScenePerformerView => ({
  id: "0".repeat(25),
  email: "ada@example.com",
  status: "pending_consent",
  decidedAt: null,
  reason: null,
  invitedAt: AT,
  bounced: false,
  nextInvitationAt: AT,
  ...more,
});
const fees = {
  sceneFeeCents: 500,
  onboardingFeeCents: 2500,
  totalCents: 3000,
  charged: true,
  paymentChargeId: "pi_1",
  billedTo: "uploader_card",
} as const;

const scene = (more: Partial<SceneView> = {}): SceneView => ({
  id: "1".repeat(25),
  title: "Lake",
  status: "pending_signatures",
  block: null,
  uploader: { accountId: "2".repeat(25), externalUserId: "user-1" },
  createdAt: AT,
  expiresAt: LATER,
  endedAt: null,
  shootDate: null,
  needs: null,
  callbackUrl: "https://platform.example.com/",
  uploadSessionId: null,
  attestation: { text: "All adults.", clickedAt: AT },
  performers: [performer()],
  fees,
  extendedTo: 0,
  publications: { rows: [], newer: null, older: null },
  isOpen: true,
  history: [],
  ...more,
});

it.each([
  ["waits for consents", scene(), /Don’t publish yet: 1 performer must consent/],
  ["is over, but not blocked yet", scene({ isOpen: false }), /about to block/],
  ["is greenlit", scene({ status: "greenlit" }), /You may publish/],
  ["was refused", scene({ status: "blocked", block: "refused" }), /A performer refused/],
  ["expired", scene({ status: "blocked", block: "expired" }), /1 performer didn’t consent within 14 days/],
  ["is canceled", scene({ status: "cancelled" }), /Canceled: don’t publish/],
])("says what to do when a scene %s", (_, shown, words) => {
  expect(textOf(<NextStep scene={shown} />)).toMatch(words);
});

it("names the consequences of canceling: for performers, for who consented, and for the fees", () => {
  const performers = [performer({ status: "consented" }), performer(), performer()];
  const said = textOf(<CancelConsequences scene={scene({ performers })} />);
  expect(said).toContain("2 performers can no longer sign or refuse.");
  expect(said).toContain("1 performer consented. Their signed releases stay on record");
  expect(said).toContain("The fees of $30.00 aren’t refunded to the uploader.");
  expect(said).toContain("This can’t be undone.");
  const unpaid = scene({ fees: { ...fees, charged: false, paymentChargeId: null } });
  expect(textOf(<CancelConsequences scene={unpaid} />)).toContain("The uploader still owes the fees of $30.00.");
  const invoiced = scene({ fees: { ...fees, charged: false, paymentChargeId: null, billedTo: "platform_invoice" } });
  expect(textOf(<CancelConsequences scene={invoiced} />)).toContain("stay on your platform invoice");
  expect(textOf(<CancelConsequences scene={scene({ fees: null })} />)).not.toContain("fees");
});

it("offers the invitation again once a day, and only to those who may send it", () => {
  const resend = async () => ({});
  const now = new Date(AT.getTime() + 1);
  expect(textOf(<Performers isOpen performers={[performer()]} now={now} resend={resend} />)).toMatch(/UTC Resend/);
  expect(textOf(<Performers isOpen performers={[performer()]} now={now} resend={null} />)).not.toContain("Resend");
  const early = performer({ nextInvitationAt: LATER });
  expect(textOf(<Performers isOpen performers={[early]} now={now} resend={resend} />)).toContain("Resend available");
  const decided = performer({ status: "refused", reason: "not_me", nextInvitationAt: null });
  const shown = textOf(<Performers isOpen performers={[decided]} now={now} resend={resend} />);
  expect(shown).toContain("“That is not me”");
  expect(shown).not.toContain("Resend");
});

it("shows a performer as pending only while the scene waits for them, and when it ended instead of when it would have", () => {
  const shown = (isOpen: boolean) =>
    textOf(<Performers isOpen={isOpen} performers={[performer()]} now={AT} resend={null} />);
  expect(shown(true)).toContain("Pending consent");
  expect(shown(false)).toContain("No consent");
  expect(shown(false)).not.toMatch(/[Pp]ending/);
  const unsent = <Performers isOpen={false} performers={[performer({ invitedAt: null })]} now={AT} resend={null} />;
  expect(textOf(unsent)).toContain("Not sent");
  const facts = (more: Partial<SceneView>) => textOf(<SceneFacts scene={scene(more)} />);
  expect(facts({})).toMatch(/Closes Dec 6, 2026/);
  expect(facts({ isOpen: false })).toMatch(/Closed Dec 6, 2026/);
  const ended = facts({ status: "cancelled", isOpen: false, endedAt: AT });
  expect(ended).toMatch(/Canceled Nov 22, 2026/);
  expect(ended).not.toContain("Dec 6");
});

it("tells a canceled scene from a pending one by more than words", () => {
  const icon = (status: "cancelled" | "pending_signatures") =>
    /<svg.*<\/svg>/.exec(renderToStaticMarkup(<SceneStatus status={status} />))?.[0];
  expect(icon("cancelled")).not.toBe(icon("pending_signatures"));
});

it("says when an invitation came back", () => {
  const shown = textOf(<Performers isOpen performers={[performer({ bounced: true })]} now={AT} resend={null} />);
  expect(shown).toContain("Bounced");
});

it("says what passing the id on allows, and how many platforms extended the scene", () => {
  const { id } = scene();
  const said = textOf(<PassOn scene={scene({ extendedTo: 2 })} />);
  expect(said).toContain(id);
  expect(said).toContain("2 other platforms");
  expect(said).toContain("can extend the scene for $2.00 and publish it");
  expect(textOf(<PassOn scene={scene()} />)).toContain("No other platform");
});

it("offers to remove a current publication, only to those who may", () => {
  const contentUrl = "https://platform.example.com/videos/1";
  const standing = { id: "3".repeat(25), contentUrl, publishedAt: AT, removedAt: null, removalReason: null };
  const removed = { ...standing, id: "4".repeat(25), removedAt: LATER, removalReason: "Sold" };
  const remove = async () => ({});
  const shownAs = (
    rows: (typeof standing | typeof removed)[],
    may: typeof remove | null,
    older: string | null = null,
  ) =>
    renderToStaticMarkup(
      <Publications publications={{ rows, newer: null, older }} path="/portal/scenes/1" remove={may} />,
    );
  expect(shownAs([standing, removed], remove)).toMatch(/Remove .*Sold/);
  for (const shown of [shownAs([standing], null), shownAs([removed], remove)]) expect(shown).not.toMatch(/Remove\b/);
  expect(shownAs([], remove)).toContain("No publications yet");
  expect(shownAs([standing], null)).not.toContain("Older");
  expect(shownAs([standing], null, "older.x")).toContain('href="/portal/scenes/1?cursor=older.x"');
  const consequences = (tellsOwner: boolean) =>
    textOf(<RemovalConsequences contentUrl={contentUrl} tellsOwner={tellsOwner} />);
  expect(consequences(false)).toContain("You can’t register this URL again.");
  expect(consequences(false)).not.toContain("The platform that created the scene");
  expect(consequences(true)).toContain("The platform that created the scene gets your reason");
});

it("shows fees by who pays, without why a charge failed", () => {
  expect(textOf(<SceneFeeCard fees={fees} />)).toContain("Charged to the uploader’s saved card");
  const unpaid = textOf(<SceneFeeCard fees={{ ...fees, charged: false, paymentChargeId: null }} />);
  expect(unpaid).toContain("Not charged yet.");
  const invoiced = { ...fees, charged: false, paymentChargeId: null, billedTo: "platform_invoice" } as const;
  expect(textOf(<SceneFeeCard fees={invoiced} />)).toContain("On your monthly platform invoice");
});
