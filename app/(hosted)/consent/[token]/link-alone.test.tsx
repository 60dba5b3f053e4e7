import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it } from "vitest";
import { cancelScene, performerLink, readRelease, refuseConsent } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { formOf } from "@/lib/testing/attesting";
import { keyCtx, makeIdentity, makePartner, makeUser } from "@/lib/testing/factories";
import { openBrowser, whereTo } from "@/lib/testing/next";
import { openLink, openVerified, sign } from "@/lib/testing/performers";
import { makeScene, readScene } from "@/lib/testing/scenes";
import { continueAction, refuseAction, showIdAction, signAction } from "./actions";
import { GET as download } from "./copy/route";
import ConsentPage, { generateMetadata } from "./page";
import ConfirmRefusalPage from "./refuse/confirm/page";
import RefusePage from "./refuse/page";
import ReleasePage from "./release/page";
import SignPage from "./sign/page";

beforeEach(() => clock.freeze(new Date()));

/** A scene with a known performer and another, and the token of the first one's link. */
async function invited() {
  const partner = await makePartner({ name: "Platform" });
  const scene = await makeScene(partner, { title: "Ada at the beach", performers: [{}, {}] });
  const [performer, other] = scene.performers;
  if (!performer || !other) throw new Error("two performers");
  const token = (await performerLink(performer)).split("/").at(-1) ?? "";
  return { partner, scene, performer, other, token };
}
type Invited = Awaited<ReturnType<typeof invited>>;

const STAGES: Record<string, (invited: Invited) => Promise<unknown>> = {
  "new to us": async () => undefined,
  "verified long ago": async ({ performer }) => makeIdentity(await makeUser({ email: performer.email })),
  "opened before": async ({ performer }) => openLink(performer),
  signed: async ({ performer }) => sign(await openLink(performer), performer),
  consented: async ({ performer }) => sign(await openVerified(performer), performer),
  greenlit: async ({ performer, other }) => {
    for (const one of [performer, other]) await sign(await openVerified(one), one);
  },
  refused: async ({ performer }) =>
    refuseConsent(await openLink(performer), { performerId: performer.id, reason: "not_me" }),
  "blocked by another": async ({ other }) =>
    refuseConsent(await openLink(other), { performerId: other.id, reason: "declining" }),
  cancelled: async ({ partner, scene }) => cancelScene(keyCtx(partner), scene.id),
  expired: async () => void clock.advance(60 * DAY_MS),
};

/** Everything that a browser with nothing but the link can see. */
async function seenBy({ token }: Invited): Promise<string> {
  openBrowser();
  const props = { params: Promise.resolve({ token }), searchParams: Promise.resolve({}) };
  const reason = { ...props, searchParams: Promise.resolve({ reason: "not_me" }) };
  const shown = async (page: Promise<unknown>) => {
    const seen = await whereTo(page);
    return typeof seen === "string" ? seen : renderToStaticMarkup(seen as React.ReactElement);
  };
  const request = new Request("http://localhost/", { headers: { "sec-fetch-site": "same-origin" } });
  const seen = [
    await generateMetadata(props),
    await shown(ConsentPage(props)),
    await shown(ConsentPage({ ...props, searchParams: Promise.resolve({ to: "photos" }) })),
    await shown(ReleasePage(props)),
    await shown(SignPage(props)),
    await shown(RefusePage(props)),
    await shown(ConfirmRefusalPage(reason)),
    (await download(request, props)).status,
  ];
  return JSON.stringify(seen).replaceAll(token, "…");
}

describe("a performer's link, without a code or a session", () => {
  it.each(Object.keys(STAGES))("shows the same to everybody and names nobody: %s", async (stage) => {
    const fresh = await seenBy(await invited());
    const made = await invited();
    await STAGES[stage]?.(made);
    const seen = await seenBy(made);
    expect(seen).toBe(fresh);
    expect(seen).toContain("Email me a code");
    for (const secret of ["Ada", made.performer.email, made.other.email]) expect(seen).not.toContain(secret);
  });

  it("signs, refuses and starts nothing", async () => {
    const { performer, scene, token } = await invited();
    const user = await makeUser({ email: performer.email });
    await makeIdentity(user);
    await db.scenePerformer.update({ where: { id: performer.id }, data: { userId: user.id } });
    const person = { actor: { kind: "person" as const, userId: user.id }, requestId: "r" };
    const { shown } = await readRelease(person, { performerId: performer.id, given: ["depiction"] });
    await whereTo(continueAction(token, ""));
    await whereTo(signAction(token, {}, formOf({ signedName: "Ada Example", give: "depiction", shown })));
    await whereTo(refuseAction(token, {}, formOf({ reason: "not_me" })));
    await whereTo(showIdAction(token));
    expect(await db.scenePerformer.findUnique({ where: { id: performer.id } })).toMatchObject({
      signedAt: null,
      refusedAt: null,
    });
    expect((await readScene(scene)).status).toBe("pending_signatures");
  });
});
