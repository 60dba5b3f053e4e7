import { describe, expect, it } from "vitest";
import { dateTimeIn, dateTimeOut, emailAddress, httpUrl, isVisible } from "./wire";

describe("emailAddress", () => {
  it("trims and lowercases, and keeps dots and plus-tags", () => {
    expect(emailAddress.parse("  Ada.L+x@Example.COM ")).toBe("ada.l+x@example.com");
  });
  it.each([
    ["ada@münchen.example", "ada@xn--mnchen-3ya.example"],
    [" Ada@MÜNCHEN.Example ", "ada@xn--mnchen-3ya.example"],
    ["ada@mu\u0308nchen.example", "ada@xn--mnchen-3ya.example"],
    ["ada@XN--MNCHEN-3YA.example", "ada@xn--mnchen-3ya.example"],
    ["ada@почта.рф", "ada@xn--80a1acny.xn--p1ai"],
    ["ada@例え。テスト", "ada@xn--r8jz45g.xn--zckzah"],
    ["ada@ｅxample.com", "ada@example.com"],
    ["ada@straße.example", "ada@xn--strae-oqa.example"],
  ])("stores the domain of %s as mail servers use it", (text, kept) => {
    expect(emailAddress.parse(text)).toBe(kept);
    expect(emailAddress.parse(kept)).toBe(kept);
  });
  it.each(["ädä@b.co", "\u212Aate@b.co", "почта@почта.рф"])("says of %s what is wrong before the @", (text) => {
    const { error } = emailAddress.safeParse(text);
    expect(error?.issues[0]?.message).toBe("must have only ASCII characters before the @");
  });
  it.each([
    "o'brien@example.com",
    "ada'@example.com",
    "r&d/ops!x=1@example.com",
    "#{`%~|}$^?*@example.com",
    "ada..l.@docomo.example",
    "ada@xn--bcher-kva.example",
    "ada@xn--e1afmkfd.xn--p1ai",
    `${"a".repeat(64)}@example.com`,
    `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(58)}.co`,
  ])("takes %s", (text) => expect(emailAddress.parse(text)).toBe(text));
  it.each([
    "",
    "ada",
    "ada@",
    "@b.co",
    "a@b",
    "a@b.",
    "a@.co",
    "a@-b.co",
    "a b@c.co",
    "a@b.co\n,c@d.co",
    "a\u0000@b.co",
    "a\u007f@b.co",
    "ada@b.co>",
    '"ada l"@b.co',
    "ädä@b.co",
    "ä@b@c.co",
    "a@ä@c.co",
    "a@ä.example/x",
    "a@ä.example:25",
    "a@ä.example#x",
    "a@ä .example",
    "a@ä%2e.example",
    "a@ä／b.example",
    "a@.ä.example",
    "a@ä..example",
    "a@ä.example.",
    "a@ä",
    "a@ä_b.example",
    "a@xn--\ud800.example",
    `a@${"ä".repeat(64)}.example`,
    `a@${"ä.".repeat(40_000)}example`,
    "a@b@c.co",
    "a,b@c.co",
    `${"a".repeat(65)}@b.co`,
    `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(59)}.co`,
  ])("refuses %j", (text) => expect(emailAddress.safeParse(text).success).toBe(false));
});

describe("httpUrl", () => {
  it.each(["https://a.example/x?y=1#z", "http://localhost:3000", "HTTPS://A.EXAMPLE/%20", "https://münchen.example/ä"])(
    "keeps %s exactly",
    (text) => expect(httpUrl.parse(text)).toBe(text),
  );
  it.each([
    "",
    "/relative",
    "a.example",
    "ftp://a.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "https:a.example",
    "https:/a.example",
    "https:///a.example",
    "https://a.example/ x",
    " https://a.example",
    "https://a.example\n",
    "https://a.example/\nx",
    "https://a:b:c/",
    "https:\\\\a.example",
    "https://",
    `https://a.example/${"x".repeat(2048)}`,
    `https://a.example/${"ä".repeat(1016)}`,
  ])("refuses %j", (text) => expect(httpUrl.safeParse(text).success).toBe(false));
});

describe("dateTimeIn", () => {
  it.each([
    ["2026-09-05T12:00:00Z", "2026-09-05T12:00:00.000Z"],
    ["2026-09-05T14:30:00.123456+02:30", "2026-09-05T12:00:00.123Z"],
    ["2024-02-29T23:59:59-12:00", "2024-03-01T11:59:59.000Z"],
    ["2026-09-05t12:00:00z", "2026-09-05T12:00:00.000Z"],
    ["2026-09-05T12:00:00.5z", "2026-09-05T12:00:00.500Z"],
    ["2026-09-05t14:30:00+02:30", "2026-09-05T12:00:00.000Z"],
  ])("reads %s", (text, at) => expect(dateTimeIn.parse(text).toISOString()).toBe(at));
  it.each([
    "2026-09-05",
    "2026-09-05T12:00:00",
    "2026-09-05 12:00:00Z",
    "2026-02-30T00:00:00Z",
    "2026-09-05T25:00:00Z",
    "1788609600",
    "0000-05-05T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-12:00",
  ])("refuses %s", (text) => expect(dateTimeIn.safeParse(text).success).toBe(false));
});

it("dateTimeOut accepts only what toISOString writes", () => {
  expect(dateTimeOut.safeParse(new Date(0).toISOString()).success).toBe(true);
  expect(dateTimeOut.safeParse("1970-01-01T00:00:00Z").success).toBe(false);
});

describe("isVisible", () => {
  it.each(["\u3164", "\u115f\u1160", "\uffa0", "\u2800 \u2800", "\u200b", "\u{e0041}", " \u00a0", ""])(
    "refuses %j, which shows nothing",
    (text) => expect(isVisible(text)).toBe(false),
  );
  it.each(["a", "夜", "ㅎ", "⠓", "🎬", "?", "\u3164a"])("takes %s", (text) => expect(isVisible(text)).toBe(true));
});
