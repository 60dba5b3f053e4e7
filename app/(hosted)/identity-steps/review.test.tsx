import { expect, it } from "vitest";
import { Comparison } from "@/components/identity/check-facts";
import { askForPhotos } from "@/lib/domain/creators/decisions";
import { addPhoto } from "@/lib/domain/identity";
import { DECLARATION } from "@/lib/domain/identity/documents";
import { compareReading, type ReadFields, sealFields } from "@/lib/domain/identity/reading";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { draw, textOf } from "@/lib/testing/draw";
import { personCtx } from "@/lib/testing/factories";
import { checkOf, makeFullDraft, makePhoto, makeReviewer, someDocument } from "@/lib/testing/identity-checks";
import { openBrowser, whereTo } from "@/lib/testing/next";
import { linkTo, visitByCode } from "@/lib/testing/onboarding-browser";
import { startByMailAction } from "../onboard/[token]/actions";
import { sendAction, sendAskedAction } from "./actions";
import { drawStep } from "./step-page";

const day = (text: string) => new Date(`${text}T00:00:00.000Z`);

async function openReview(document = someDocument()) {
  const { account, checkId, person } = await makeFullDraft(undefined, { document });
  openBrowser(await visitByCode(account));
  const token = await linkTo(account, "mail");
  await whereTo(startByMailAction(token));
  const page = async (step = "review") => {
    const params = Promise.resolve({ token, step });
    return draw(await drawStep("/onboard", { params, searchParams: Promise.resolve({}) }), `/onboard/${token}/${step}`);
  };
  const readAt = new Date(clock.now().getTime() + DAY_MS);
  const read = async (more: Partial<ReadFields> = {}) =>
    db.documentReading.update({
      where: { checkId },
      data: {
        status: "read",
        source: "mrz",
        readAt,
        fields: await sealFields(
          db,
          { id: checkId, userId: person.id },
          {
            legalName: "ADA EXAMPLE",
            birthDate: day("1990-01-13"),
            documentNumber: "C01X00T47",
            documentType: "passport",
            documentCountry: "DE",
            documentExpiry: null,
            state: null,
            isNameCut: false,
            ...more,
          },
        ),
      },
    });
  const send = (fields: Record<string, string> = {}, by = sendAction) => {
    const form = new FormData();
    form.set("attested", DECLARATION.version);
    form.set("answersAbout", readAt.toISOString());
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return by("/onboard", token, {}, form);
  };
  return { checkId, person, token, page, read, send };
}

it("asks about what was read differently, with both values, and nothing else", async () => {
  const { page, read } = await openReview();
  expect(await page()).not.toContain("Is this right?");
  await read();
  const html = await page();
  expect(html).toContain("Is this right?");
  expect(html).toContain("Jan 31, 1990");
  expect(html).toContain("Jan 13, 1990");
  // No answer is given for them, and fields that say the same aren't asked about.
  expect(html.match(/name="right-\w+"/g)).toEqual(['name="right-birthDate"', 'name="right-birthDate"']);
  expect(html).not.toMatch(/name="right-birthDate"[^>]*checked/);
});

it("shows the states of a license by name, to its person and to custodians", async () => {
  const entered = { documentType: "driving_licence", documentCountry: "US" } as const;
  const { page, read } = await openReview(someDocument({ ...entered, documentState: "CA" }));
  await read({ ...entered, state: "NY" });
  expect(await page()).toMatch(/right-documentState.*California.*New York/s);
  const fields = { legalName: null, birthDate: null, documentNumber: null, documentExpiry: null };
  const compared = compareReading(
    { ...entered, ...fields, documentState: "CA" },
    { fields: { ...entered, ...fields, state: "NY", isNameCut: false } },
  );
  expect(textOf(<Comparison details={{ compared, age: null }} />)).toMatch(/State +California +New York +Different/);
});

it("sends once the person has chosen, also if it was read after the page was drawn", async () => {
  const { checkId, token, read, send } = await openReview();
  await read();
  expect(await send()).toMatchObject({ errors: { "right-birthDate": expect.stringContaining("Choose") } });
  expect(await send({ "right-birthDate": "something" })).toMatchObject({
    errors: { "right-birthDate": expect.anything() },
  });
  expect(await whereTo(send({ "right-birthDate": "read" }))).toBe(`/onboard/${token}`);
  expect(await checkOf(checkId)).toMatchObject({ status: "submitted", birthDate: day("1990-01-13") });
});

it("asks about what was read from a better photo, too, before it is sent", async () => {
  const { checkId, person, token, page, read, send } = await openReview();
  await whereTo(send());
  const photo = { photos: ["document_front" as const], reason: "blurred" as const, note: "" };
  await askForPhotos(await makeReviewer(checkId), { checkId, ...photo });
  await addPhoto(personCtx(person), { kind: "document_front", file: await makePhoto("#223344") });
  expect(await page("photos")).not.toContain("Is this right?");
  await read();
  const html = await page("photos");
  expect(html).toContain("Is this right?");
  expect(html).toContain("Jan 13, 1990");
  expect(html).not.toContain("Neither is right");
  expect(await send({}, sendAskedAction)).toMatchObject({ errors: { "right-birthDate": expect.anything() } });
  expect(await whereTo(send({ "right-birthDate": "entered" }, sendAskedAction))).toBe(`/onboard/${token}`);
  expect(await checkOf(checkId)).toMatchObject({ photosAskedAt: null, birthDate: day("1990-01-31") });
});
