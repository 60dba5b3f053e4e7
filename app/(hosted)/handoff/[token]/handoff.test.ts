import { describe, expect, it } from "vitest";
import { addPhoto, endHandoff, findHandoff, saveDocument, startHandoff } from "@/lib/domain/identity";
import { randomToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { makePhoto, someDocument } from "@/lib/testing/identity-checks";
import { cookieHeader, cookies, openBrowser, setCookie, whereTo } from "@/lib/testing/next";
import { creatorAtPhotos } from "@/lib/testing/onboarding-browser";
import { keepDetailsAction, sendAction } from "../../identity-steps/actions";
import { finishAction, removeOnPhoneAction, takeHandoffAction } from "./actions";
import { GET, POST } from "./photos/[kind]/route";

/** A desktop that shows a code; from here on the browser is a phone. */
async function shown() {
  const desk = await creatorAtPhotos();
  await saveDocument(desk.ctx, someDocument());
  await addPhoto(desk.ctx, { kind: "document_front", file: await makePhoto() });
  await startHandoff(desk.ctx);
  const handoff = await findHandoff(desk.ctx, desk.checkId);
  if (handoff?.at !== "waiting") throw new Error("no code");
  openBrowser();
  return { ...desk, link: handoff.url.split("/").at(-1) ?? "" };
}

const formWith = (name: string, value: string) => {
  const form = new FormData();
  form.set(name, value);
  return form;
};

const press = (link: string, secret = randomToken()) => whereTo(takeHandoffAction(link, formWith("press", secret)));

const get = (token: string, kind: string) =>
  GET(
    new Request(`${env().baseUrl}/handoff/${token}/photos/${kind}`, { headers: { "sec-fetch-site": "same-origin" } }),
    {
      params: Promise.resolve({ token, kind }),
    },
  );

async function post(token: string, kind: string) {
  const body = new FormData();
  body.set("photo", new Blob([new Uint8Array(await makePhoto())]), "photo.jpg");
  const encoded = new Response(body);
  const bytes = await encoded.arrayBuffer();
  const headers = {
    "sec-fetch-site": "same-origin",
    accept: "application/json",
    "content-type": encoded.headers.get("content-type") ?? "",
    "content-length": String(bytes.byteLength),
    cookie: cookieHeader(),
  };
  const request = new Request(`${env().baseUrl}/handoff/${token}/photos/${kind}`, {
    method: "POST",
    headers,
    body: bytes,
  });
  return (await POST(request, { params: Promise.resolve({ token, kind }) })).status;
}

describe("the phone behind a code", () => {
  it("takes photos, reads back its own, and removes no others", async () => {
    const { link, checkId } = await shown();
    expect([await post(link, "person"), (await get(link, "person")).status]).toEqual([404, 404]);
    expect(await press(link)).toBe(`/handoff/${link}`);
    const [kept] = (cookieHeader().match(/phone_\w+/) ?? []).map((name) => name);
    expect(await (await cookies()).get(kept ?? "")).toMatchObject({
      path: "/handoff",
      httpOnly: true,
      sameSite: "lax",
    });
    expect(await post(link, "person")).toBe(200);
    expect([(await get(link, "person")).status, (await get(link, "document_front")).status]).toEqual([200, 204]);
    await whereTo(removeOnPhoneAction(link, formWith("kind", "document_front")));
    expect(await db.identityPhoto.count({ where: { checkId } })).toBe(2);
    await whereTo(removeOnPhoneAction(link, formWith("kind", "person")));
    expect(await db.identityPhoto.count({ where: { checkId } })).toBe(1);
  });

  it("opens no other step, of either area", async () => {
    const { link, token } = await shown();
    await press(link);
    expect(await whereTo(keepDetailsAction("/onboard", token, null, new FormData()))).toBe(`/onboard/${token}`);
    expect(await whereTo(sendAction("/onboard", token, null, new FormData()))).toBe(`/onboard/${token}`);
    for (const area of ["/onboard", "/consent", "/handoff" as "/consent"] as const) {
      await expect(whereTo(keepDetailsAction(area, link, null, new FormData()))).rejects.toThrow(/404/);
    }
  });

  it("is one phone, until the desktop ends it", async () => {
    const { link, ctx, checkId } = await shown();
    await press(link);
    const mine = cookieHeader();
    openBrowser();
    await expect(press(link)).rejects.toThrow(/404/);
    await expect(whereTo(finishAction(link))).rejects.toThrow(/404/);
    expect([await post(link, "person"), (await get(link, "person")).status]).toEqual([404, 404]);

    const [name = "", secret = ""] = mine.split("=");
    setCookie(name, secret);
    await endHandoff(ctx);
    expect(await post(link, "person")).toBe(404);
    await expect(whereTo(finishAction(link))).rejects.toThrow(/404/);
    await expect(press(link, secret)).rejects.toThrow(/404/);
    expect(await db.identityPhoto.count({ where: { checkId } })).toBe(1);
  });

  it("gets the same answer for a code that never was", async () => {
    const { link } = await shown();
    const guess = randomToken();
    await expect(press(guess)).rejects.toThrow(/404/);
    await expect(press(link, "a-secret-of-nobody's")).rejects.toThrow(/404/);
    expect(await press(link)).toBe(`/handoff/${link}`);
  });
});
