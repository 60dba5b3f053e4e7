import { afterEach, describe, expect, it, vi } from "vitest";
import { startCheck } from "@/lib/domain/identity";
import { nextHeaders, openBrowser, whereTo } from "@/lib/testing/onboarding-browser";
import { actsIn, makePerformer } from "@/lib/testing/performer-browser";
import { enterPerformerCode } from "@/lib/testing/performers";
import { keepVisit, rememberedToken, rememberReturn } from "../browser";
import { openDraft, stepper } from "./host";
import { keepDetails, takePhotoOut } from "./save-steps";

vi.mock("next/headers", async () => (await import("@/lib/testing/onboarding-browser")).nextHeaders);

afterEach(() => openBrowser());

/** A performer with a draft, in their browser. */
async function performerWithDraft() {
  const performer = await makePerformer();
  const proof = await enterPerformerCode(performer);
  await startCheck(actsIn(performer, proof), { performerId: performer.id });
  openBrowser(proof);
  return performer;
}

const details = () => {
  const form = new FormData();
  const entries = { legalName: "Ada Example", birthDateDay: "2", birthDateMonth: "1", birthDateYear: "1990" };
  for (const [name, value] of Object.entries(entries)) form.set(name, value);
  return form;
};

describe("the ID steps of a performer", () => {
  it("lead through their own pages", async () => {
    const { token } = await performerWithDraft();
    const draft = await openDraft("/consent", token);
    expect(await whereTo(keepDetails(draft, details()))).toBe(`/consent/${token}/document`);
    expect(await whereTo(takePhotoOut(draft, new FormData()))).toBe(`/consent/${token}/photos`);
    const { steps, current } = stepper(draft, "document");
    expect(steps.map(({ href }) => href.replace(token, "token"))).toEqual([
      "/consent/token/details",
      "/consent/token/document",
      "/consent/token/photos",
      "/consent/token/review",
    ]);
    expect(steps[current - 1]?.label).toBe("Your document");
  });

  it("send everyone without the draft to their start", async () => {
    const { token } = await performerWithDraft();
    openBrowser();
    expect(await whereTo(openDraft("/consent", token))).toBe(`/consent/${token}`);
    await expect(openDraft("/consent", "never-issued")).rejects.toThrow(/404/);
  });

  it("keep cookies to their own area", async () => {
    const set = vi.fn();
    vi.spyOn(nextHeaders, "cookies").mockResolvedValue({ get: () => undefined, set });
    const expires = new Date();
    await keepVisit({ name: "visit_1", token: "secret", expires, path: "/consent" });
    await rememberReturn("/consent", "t0ken");
    expect(set.mock.calls).toMatchObject([
      [{ name: "visit_1", value: "secret", path: "/consent", expires, httpOnly: true, sameSite: "lax" }],
      [{ name: "consent_return", value: "t0ken", path: "/consent/return", httpOnly: true, sameSite: "lax" }],
    ]);
    vi.mocked(nextHeaders.cookies).mockRestore();
    expect(await rememberedToken("/consent")).toBeUndefined();
  });
});
