import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { UploadSessionView } from "@/lib/domain/scenes/upload-sessions";
import { textOf } from "@/lib/testing/draw";
import { NextStep, SessionFacts, SessionStatus } from "./session";

const AT = new Date("2026-11-22T12:00:00Z");

const session = (more: Partial<UploadSessionView> = {}): UploadSessionView => ({
  id: "0".repeat(25),
  contentId: "post-1",
  contentTitle: "Lake",
  contentType: "image",
  detectedFaceCount: 1,
  path: "solo",
  status: "pending",
  callbackUrl: null,
  redirectUrl: null,
  shootDate: null,
  createdAt: AT,
  expiresAt: AT,
  completedAt: null,
  attestationUrl: null,
  attestation: null,
  creator: { accountId: "1".repeat(25), externalUserId: "ada-1" },
  scene: null,
  depictionId: null,
  history: [],
  ...more,
});
const scene = (status: "greenlit" | "pending_signatures" | "blocked"): Partial<UploadSessionView> => ({
  path: "collab",
  status: "completed",
  completedAt: AT,
  scene: { id: "2".repeat(25), status, block: status === "blocked" ? "refused" : null },
});

it.each([
  ["pending", session(), /Don’t publish yet: the creator must attest/],
  ["expired", session({ status: "expired" }), /Expired: don’t publish/],
  ["completed alone", session({ status: "completed", completedAt: AT }), /You may publish/],
  ["completed, and its scene is greenlit", session(scene("greenlit")), /You may publish/],
  ["completed, and performers are asked", session(scene("pending_signatures")), /performers must consent/],
  ["completed, and its scene is blocked", session(scene("blocked")), /Don’t publish .*Open scene/],
])("says whether the partner may publish: %s", (_, shown, words) => {
  expect(textOf(<NextStep session={shown} />)).toMatch(words);
});

it("leads to the creator, the scene and the content", () => {
  const shown = renderToStaticMarkup(<SessionFacts session={session({ ...scene("greenlit"), depictionId: "d1" })} />);
  for (const path of [`creators/${"1".repeat(25)}`, `scenes/${"2".repeat(25)}`, "content/d1"])
    expect(shown).toContain(`href="/portal/${path}"`);
});

it.each([
  [null, /^ Completed $/, true],
  ["greenlit", /^ Completed, scene Greenlit $/, true],
  ["pending_signatures", /^ Completed, scene Pending signatures $/, false],
] as const)("is green once completed unless its scene isn't greenlit: %s", (scene, words, isGreen) => {
  const badge = <SessionStatus status="completed" scene={scene} />;
  expect(textOf(badge)).toMatch(words);
  expect(renderToStaticMarkup(badge).includes("text-done")).toBe(isGreen);
});
