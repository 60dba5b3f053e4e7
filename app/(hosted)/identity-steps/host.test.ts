import { describe, expect, it } from "vitest";
import { startCheck } from "@/lib/domain/identity";
import { cookies, openBrowser, whereTo } from "@/lib/testing/next";
import { actsIn, makePerformer } from "@/lib/testing/performer-browser";
import { enterPerformerCode } from "@/lib/testing/performers";
import { keepVisit, rememberedToken, rememberReturn } from "../browser";
import { openDraft, stepper } from "./host";
import { keepDetails, takePhotoOut } from "./save-steps";

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
    const expires = new Date();
    await keepVisit({ name: "visit_1", token: "secret", expires, path: "/consent" });
    await rememberReturn("/consent", "t0ken");
    const { get } = await cookies();
    expect([get("visit_1"), get("consent_return")]).toMatchObject([
      { name: "visit_1", value: "secret", path: "/consent", expires, httpOnly: true, sameSite: "lax" },
      { name: "consent_return", value: "t0ken", path: "/consent/return", httpOnly: true, sameSite: "lax" },
    ]);
    expect([await rememberedToken("/consent"), await rememberedToken("/onboard")]).toEqual(["t0ken", undefined]);
  });
});
