import { expect, it } from "vitest";
import { AskedByMail, LinkDeclined } from "@/components/creators/onboarding/link-pages";
import { NotAccepted, PhotosAsked, Suspended } from "@/components/creators/onboarding/stages";
import { declineLink, suspendAccount, withdrawLink } from "@/lib/domain/accounts";
import { askForPhotos, rejectIdentity } from "@/lib/domain/creators/decisions";
import { clock } from "@/lib/platform/clock";
import { mailsTo } from "@/lib/testing/effects";
import { type MadeAccount, makeAccount, makeCustodian, personCtx, staffCtx, systemCtx } from "@/lib/testing/factories";
import { makeSubmitted } from "@/lib/testing/identity-checks";
import { openBrowser, whereTo } from "@/lib/testing/next";
import { linkTo, type Proof, visitByCode, visitByMail } from "@/lib/testing/onboarding-browser";
import { OnboardingStatus } from "./onboarding-status";
import { Welcome } from "./start";
import { findVisitor } from "./visitor";

/** The component shown to a browser that has proven the mailbox. */
async function shownTo(proof: Proof, account: MadeAccount): Promise<unknown> {
  openBrowser(proof);
  const visitor = await findVisitor(await linkTo(account));
  if (!visitor?.proven) throw new Error("not proven");
  return (await OnboardingStatus({ visitor, proven: visitor.proven, later: false })).type;
}

it("shows a visit proven by a code the same page for a person who left and one the service suspended", async () => {
  const left = await makeAccount(undefined, { status: "active" });
  const held = await makeAccount(undefined, { status: "active" });
  const [atLeft, atHeld] = [await visitByCode(left), await visitByCode(held)];
  await withdrawLink(personCtx(left.person), left.id);
  await suspendAccount(systemCtx(), { accountId: held.id, reason: "manual_suspension" });
  expect(await shownTo(atHeld, held)).toBe(Suspended);
  expect(await shownTo(atLeft, left)).toBe(Suspended);
});

/** The page shown to a browser without a proof. */
async function shownWithoutProof(token: string) {
  openBrowser();
  const visitor = await findVisitor(token);
  if (!visitor || visitor.proven) throw new Error("has a proof");
  return Welcome({ visitor });
}
const mailed = async (email: string) => (await mailsTo(email)).at(-1)?.url?.split("/").at(-1) ?? "";

it("shows the reason behind the rejection mail's button, and restarts with one press", async () => {
  const { checkId, person } = await makeSubmitted();
  const rejection = { reason: "document_unreadable", note: "The lower line is cut off." } as const;
  await rejectIdentity(staffCtx(await makeCustodian()), { checkId, ...rejection });
  const token = await mailed(person.email);
  const shown = await shownWithoutProof(token);
  expect(shown.type).toBe(NotAccepted);
  expect(shown.props).toMatchObject(rejection);
  expect(await whereTo(shown.props.action())).toBe(`/onboard/${token}/details`);
  expect((await findVisitor(token))?.proven).toMatchObject({
    stage: { at: "draft" },
    visit: { provenBy: "mail_link" },
  });
});

it("says behind the mail's button which photo is asked for, on any device, and opens its step with one press", async () => {
  const { checkId, person, account } = await makeSubmitted();
  const earlier = await linkTo(account, "mail");
  clock.advance(1000);
  const asked = { photos: ["document_front"], reason: "glare", note: "Top right" } as const;
  await askForPhotos(staffCtx(await makeCustodian()), { checkId, ...asked, photos: [...asked.photos] });
  const token = await mailed(person.email);
  const shown = await shownWithoutProof(token);
  expect(shown.type).toBe(PhotosAsked);
  expect(shown.props.check).toMatchObject({ photosAsked: asked.photos, photosNote: asked.note });
  for (const other of [earlier, await linkTo(account, "partner")]) {
    expect((await shownWithoutProof(other)).type).not.toBe(PhotosAsked);
  }
  openBrowser();
  expect(await whereTo(shown.props.action())).toBe(`/onboard/${token}`);
  const visitor = await findVisitor(token);
  if (!visitor?.proven) throw new Error("not proven");
  expect(await whereTo(OnboardingStatus({ visitor, proven: visitor.proven, later: false }))).toBe(
    `/onboard/${token}/photos`,
  );
});

it("shows no rejection behind any other link until the mailbox is proven", async () => {
  const { checkId, account } = await makeSubmitted();
  const earlier = await linkTo(account, "mail");
  clock.advance(1000);
  await rejectIdentity(staffCtx(await makeCustodian()), { checkId, reason: "document_unreadable", note: "" });
  for (const token of [earlier, await linkTo(account, "partner")]) {
    expect((await shownWithoutProof(token)).type).not.toBe(NotAccepted);
  }
});

it("shows the decision to a visit proven by mail, and the open request to one proven by a code", async () => {
  const account = await makeAccount(undefined, { link: "pending" });
  const [byCode, byMail] = [await visitByCode(account), await visitByMail(account)];
  await declineLink(personCtx(account.person), account.id);
  expect(await shownTo(byCode, account)).toBe(AskedByMail);
  expect(await shownTo(byMail, account)).toBe(LinkDeclined);
});
