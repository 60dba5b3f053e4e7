import { expect, it, vi } from "vitest";
import { newId } from "@/lib/platform/ids";
import { call } from "@/lib/testing/api";
import { freshEmail, makeKey, makePartner } from "@/lib/testing/factories";
import { POST as cancel } from "./[sceneId]/cancel/route";
import { POST as create } from "./route";

// The connection is lost once the verbs have started, perhaps after they committed.
vi.mock("@/lib/domain/scenes", async (original) => {
  const lose = () => Promise.reject(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
  return { ...(await original<object>()), createScene: lose, cancelScene: lose };
});

const body = {
  uploaderAccountId: newId(),
  title: "Summer at the lake",
  shootDate: "2026-09-04T15:00:00.000Z",
  performers: [{ email: freshEmail() }],
  uploaderAttestation: {
    ip: "203.0.113.7",
    ua: "Mozilla/5.0",
    clickedAt: "2026-09-05T11:59:30.000Z",
    attestationText: "All adults.",
  },
  callbackUrl: "https://platform.example.com/callback",
};

it("doesn't invite the caller to repeat a creation that may have taken effect", async () => {
  const { key } = await makeKey(await makePartner());
  const answer = await call(create, { key, body });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("Retry-After")).toBeNull();
  expect(answer.body.error).toContain("Look for collab_scene.created before you repeat it.");
});

it("says when to repeat a call that is idempotent", async () => {
  const { key } = await makeKey(await makePartner());
  const answer = await call(cancel, { key, params: { sceneId: newId() } });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("Retry-After")).toBe("5");
});
