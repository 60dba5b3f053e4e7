import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it } from "vitest";
import { findSessionByToken, statementOf } from "@/lib/domain/scenes/upload-sessions";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { formOf, openSession } from "@/lib/testing/attesting";
import { freshEmail, makeAccount, makeIdentity, makePartner, makeUser } from "@/lib/testing/factories";
import { whereTo } from "@/lib/testing/next";
import { statementsOf } from "@/lib/testing/sql";
import { attestAction, nameAction } from "./actions";
import AttestPage, { generateMetadata } from "./page";
import StatementPage from "./statement/page";

// All attest in the same moment.
beforeEach(() => clock.freeze(new Date()));

type Story = { plan: "platform_pays" | "creator_pays"; knownCreator: boolean; knownPerformer: boolean };

/** Everything a visitor with the link sees until they have attested, and the work it causes. */
async function story({ plan, knownCreator, knownPerformer }: Story) {
  const creator = knownCreator ? await knownPerson() : undefined;
  const { sessionId, token } = await openSession({
    detectedFaceCount: 2,
    plan,
    redirectUrl: "https://platform.example.com/",
    creator,
  });
  const email = freshEmail("performer");
  if (knownPerformer) await makeAccount(await makePartner(), { email, status: "active" });
  const session = await findSessionByToken(token);
  const shown = session ? statementOf(session).shown : "";
  const props = { params: Promise.resolve({ token }), searchParams: Promise.resolve({}) };
  const seen: unknown[] = [];
  const work = await statementsOf(async () => {
    seen.push(renderToStaticMarkup(await AttestPage(props)), await generateMetadata(props));
    seen.push(await whereTo(nameAction(token, {}, formOf({ "performers.0.email": email }))));
    seen.push(renderToStaticMarkup(await StatementPage(props)), renderToStaticMarkup(await AttestPage(props)));
    const click = { "performers.0.email": email, shootDate: "2026-09-05", shown };
    seen.push(await whereTo(attestAction(token, {}, formOf(click))));
    seen.push(renderToStaticMarkup(await AttestPage(props)), await generateMetadata(props));
  });
  const { attestationId } = await db.uploadSession.findUniqueOrThrow({ where: { id: sessionId } });
  const ids = [token, sessionId, email, String(attestationId)];
  const hide = (all: unknown) => ids.reduce((text, id) => text.replaceAll(id, "…"), JSON.stringify(all, null, 1));
  return { text: hide(seen), work: hide(work) };
}

/** A creator with another legal name, a saved card and another platform. */
async function knownPerson() {
  const { id: userId, email } = await makeUser({ email: freshEmail("creator") });
  await makeIdentity({ id: userId }, { legalName: "Grace Known" });
  await makeAccount(await makePartner(), { userId, email, status: "active" });
  const card = {
    cardId: `pm_${newId()}`,
    cardBrand: "visa",
    cardLast4: "4242",
    cardExpiryMonth: 1,
    cardExpiryYear: 2030,
  };
  await db.paymentCustomer.create({ data: { id: `cus_${newId()}`, userId, ...card, createdAt: clock.now() } });
  return { userId, email };
}

it.each(["platform_pays", "creator_pays"] as const)("the pages say nothing about anybody (%s)", async (plan) => {
  await story({ plan, knownCreator: false, knownPerformer: false });
  const stranger = await story({ plan, knownCreator: false, knownPerformer: false });
  for (const words of ["Who we ask to consent", "We asked 1 person to consent"]) expect(stranger.text).toContain(words);
  for (const [knownCreator, knownPerformer] of [
    [true, false],
    [false, true],
  ] as const) {
    const { text, work } = await story({ plan, knownCreator, knownPerformer });
    expect(text).toBe(stranger.text);
    expect(work).toBe(stranger.work);
  }
});
