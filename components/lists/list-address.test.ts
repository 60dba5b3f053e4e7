import { expect, test } from "vitest";
import { listHref, readListAddress, unreadNames, wordsFor } from "./list-address";

test("a URL is read by a list's names, without repeated values", () => {
  const sent = { q: "ada", view: ["waiting", "approved"], cursor: "", other: "x" };
  expect(readListAddress(sent, ["q", "view", "cursor", "status"])).toEqual({ q: "ada", cursor: "" });
});

test("text that cannot be stored is ignored", () => {
  const { searchParams } = new URL("/list?q=a%00b&key=%00&path=%2Fa%20%C3%A4", "http://localhost");
  const sent = { ...Object.fromEntries(searchParams), request: "\ud800" };
  expect(readListAddress(sent, ["q", "key", "path", "request"])).toEqual({ path: "/a ä" });
});

test("only invalid values in a URL are named", () => {
  const sent = { copy: "lost", from: "2026-13-01", q: "ada", to: "", removed: ["yes", "no"], cursor: "x" };
  const names = ["copy", "from", "q", "to", "removed", "creator"] as const;
  expect(unreadNames(sent, names, { q: "ada" })).toEqual(["copy", "from", "removed"]);
});

test("a URL leaves out empty values", () => {
  const filters = { status: "5xx", path: "/api/v1/a&b", key: "", from: undefined };
  expect(listHref("/portal/requests", { ...filters, cursor: "next" })).toBe(
    "/portal/requests?status=5xx&path=%2Fapi%2Fv1%2Fa%26b&cursor=next",
  );
  expect(listHref("/portal/requests", { cursor: null })).toBe("/portal/requests");
});

test("a written URL is read back", () => {
  const values = { q: "ada+1@example.com & co", cursor: "older.1.x" };
  const query = new URL(listHref("/list", values), "http://localhost").searchParams;
  expect(readListAddress(Object.fromEntries(query), ["q", "cursor"])).toEqual(values);
});

test("an allowed word in a URL has its text, and other words have none", () => {
  const words = { saved: "Your card is saved." };
  expect(wordsFor(words, "saved")).toBe("Your card is saved.");
  for (const other of ["__proto__", "constructor", "toString", "", undefined, ["saved"]]) {
    expect(wordsFor(words, other)).toBeUndefined();
  }
});
