import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { formOf, openSession } from "@/lib/testing/attesting";
import { freshEmail } from "@/lib/testing/factories";
import { cookies, openBrowser, whereTo } from "@/lib/testing/next";
import { nameAction } from "./actions";
import { findDraft } from "./draft";
import AttestPage from "./page";
import StatementPage from "./statement/page";
import { returnUrl } from "./visitor";

const named = (...emails: string[]) =>
  Object.fromEntries(emails.map((email, n) => [`performers.${n}.email`, email] as const));

const name = (token: string, fields: Record<string, string>) => whereTo(nameAction(token, {}, formOf(fields)));

describe("what a creator with others typed", () => {
  it("has no draft in another browser, or for another link", async () => {
    const { token } = await openSession({ detectedFaceCount: 2 });
    await name(token, named(freshEmail("other")));
    expect(await findDraft("another")).toBeNull();
    openBrowser();
    expect(await findDraft(token)).toBeNull();
  });

  it("learns why a browser without cookies doesn't get to the statement", async () => {
    const { token, start } = await openSession({ detectedFaceCount: 2 });
    const page = (search: object) =>
      AttestPage({ params: Promise.resolve({ token }), searchParams: Promise.resolve(search) });
    await name(token, named(freshEmail("other")));
    openBrowser();
    const props = { params: Promise.resolve({ token }), searchParams: Promise.resolve({}) };
    await expect(StatementPage(props)).rejects.toMatchObject({ digest: expect.stringContaining(`${start}?draft;`) });
    expect(renderToStaticMarkup(await page({ draft: "" }))).toContain("Allow cookies for this page");
    expect(renderToStaticMarkup(await page({}))).not.toContain("Allow cookies");
  });

  it("fits ten of the longest addresses into a cookie", async () => {
    const { token } = await openSession({ detectedFaceCount: 11 });
    const longest = (n: number) =>
      `${n}${"a".repeat(63)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example`;
    const emails = Array.from({ length: 10 }, (_, n) => longest(n).slice(0, 254));
    await name(token, named(...emails));
    expect((await findDraft(token))?.performers).toEqual(emails);
    const cookie = (await cookies()).get("attest_draft");
    // Browsers keep 4096 bytes of a cookie, with its attributes.
    expect(cookie?.value?.length).toBeLessThan(3900);
  });
});

it.each([
  [null, null],
  ["https://a.example", "https://a.example/?sessionId=s1&status=completed"],
  ["https://a.example/b?c=d%20e&f#g", "https://a.example/b?c=d%20e&f&sessionId=s1&status=completed#g"],
  ["https://a.example/?", "https://a.example/?sessionId=s1&status=completed"],
])("returns to %s at %s", (redirectUrl, expected) => {
  expect(returnUrl({ id: "s1", redirectUrl }, "completed")).toBe(expected);
});
