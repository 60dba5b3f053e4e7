import { afterEach, describe, expect, it, vi } from "vitest";
import { visitCookieName } from "@/lib/domain/acts";
import { findLatestCheck, startCheck } from "@/lib/domain/identity";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { makePhoto } from "@/lib/testing/identity-checks";
import { nextHeaders, openBrowser, whereTo } from "@/lib/testing/onboarding-browser";
import { actsIn, makePerformer } from "@/lib/testing/performer-browser";
import { enterPerformerCode } from "@/lib/testing/performers";
import { keepVisit, rememberedToken, rememberReturn } from "../browser";
import { requireDraft, type StepsHost, stepper } from "./host";
import { photoRoutes } from "./photo-route";
import { keepDetails, takePhotoOut } from "./save-steps";

vi.mock("next/headers", async () => (await import("@/lib/testing/onboarding-browser")).nextHeaders);

afterEach(() => openBrowser());

/** A performer with a draft, and the consent pages as their host. */
async function performerWithDraft() {
  const performer = await makePerformer();
  const proof = await enterPerformerCode(performer);
  const { checkId } = await startCheck(actsIn(performer, proof), { performerId: performer.id });
  const host: StepsHost = {
    area: "/consent",
    findGuest: async (token) => {
      if (token !== performer.token) return null;
      const isHere = (await nextHeaders.cookies()).get(visitCookieName(performer.id));
      const check = await findLatestCheck(performer.person.id);
      const draft = isHere && check ? { userId: performer.person.id, visit: proof.visit, check } : null;
      return {
        partnerName: performer.partnerName,
        draft,
        stepsBefore: [{ label: "The release", href: `/consent/${token}`, open: false }],
      };
    },
  };
  openBrowser(proof);
  return { host, token: performer.token, checkId };
}

const details = () => {
  const form = new FormData();
  const entries = { legalName: "Ada Example", birthDateDay: "2", birthDateMonth: "1", birthDateYear: "1990" };
  for (const [name, value] of Object.entries(entries)) form.set(name, value);
  return form;
};

describe("another host of the ID steps", () => {
  it("leads through its own pages, with its own steps in the bar", async () => {
    const { host, token } = await performerWithDraft();
    const draft = await requireDraft(host, token);
    expect(await whereTo(keepDetails(draft, details()))).toBe(`/consent/${token}/document`);
    expect(await whereTo(takePhotoOut(draft, new FormData()))).toBe(`/consent/${token}/photos`);
    const { steps, current } = stepper(draft, "document");
    expect(steps.map(({ href }) => href.replace(token, "token"))).toEqual([
      "/consent/token",
      "/consent/token/details",
      "/consent/token/document",
      "/consent/token/photos",
      "/consent/token/review",
    ]);
    expect(steps[current - 1]?.label).toBe("Your document");
  });

  it("sends everyone without the draft to its start", async () => {
    const { host, token } = await performerWithDraft();
    openBrowser();
    expect(await whereTo(requireDraft(host, token))).toBe(`/consent/${token}`);
    await expect(requireDraft(host, "never-issued")).rejects.toThrow(/404/);
  });

  it("takes photos", async () => {
    const { host, token, checkId } = await performerWithDraft();
    const form = new FormData();
    form.append("photo", new File([new Uint8Array(await makePhoto())], "photo.jpg", { type: "image/jpeg" }));
    const body = new Response(form);
    const bytes = new Uint8Array(await body.arrayBuffer());
    const { baseUrl } = env();
    const answer = await photoRoutes(host).POST(
      new Request(`${baseUrl}/consent/${token}/photos/person`, {
        method: "POST",
        body: bytes,
        headers: {
          "content-type": body.headers.get("content-type") ?? "",
          "content-length": String(bytes.length),
          origin: baseUrl,
          "sec-fetch-site": "same-origin",
        },
      }),
      { params: Promise.resolve({ token, kind: "person" }) },
    );
    expect(answer.headers.get("location")).toBe(`/consent/${token}/photos#person`);
    expect(await db.identityPhoto.count({ where: { checkId } })).toBe(1);
  });

  it("keeps cookies to its own area", async () => {
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
