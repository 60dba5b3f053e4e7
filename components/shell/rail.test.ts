import { globSync } from "node:fs";
import { expect, test } from "vitest";
import type { Role } from "@/lib/domain/core/context";
import { custodianRail } from "./custodian-shell";
import { isCurrent } from "./nav-links";
import { railFor } from "./rail";

test.each([
  ["/portal", "/portal", true],
  ["/portal", "/portal/keys", false],
  ["/portal/keys", "/portal/keys/new", true],
  ["/portal/keys", "/portal/keys-archive", false],
])("entry %s on page %s: %s", (href, pathname, current) => {
  expect(isCurrent(href, pathname)).toBe(current);
});

test("the producer's list is current on its pages, which are not under its URL", () => {
  const onPage = (pathname: string) => isCurrent("/producer", pathname, ["/producer/productions"]);
  expect(["/producer", "/producer/productions/new", "/producer/account"].map(onPage)).toEqual([true, true, false]);
});

test("no role sees an entry for pages it may not open", () => {
  const seenBy = (role: Role) => railFor(role).flatMap(({ entries }) => entries.map(({ href }) => href));
  for (const href of ["/portal/requests", "/portal/webhooks", "/portal/events"]) {
    expect(seenBy("viewer")).not.toContain(href);
    expect(seenBy("developer")).toContain(href);
  }
  expect(seenBy("developer")).not.toContain("/portal/billing");
  expect(seenBy("admin")).toContain("/portal/billing");
});

test("each page of the custodians has exactly one current entry", () => {
  const entries = custodianRail(undefined).flatMap((group) => group.entries);
  const pages = globSync("**/page.tsx", { cwd: "app/(custodian)/custodian" })
    .map((file) => `/custodian/${file.replace(/\/?page\.tsx$/, "")}`)
    // The first leads to the first entry, the other is for addresses without a page.
    .filter((path) => path !== "/custodian/" && path !== "/custodian/[...unknown]");
  expect(pages.length).toBeGreaterThan(20);
  for (const path of pages) {
    const current = entries.filter(({ href, below }) => isCurrent(href, path, below));
    expect(
      current.map(({ href }) => href),
      path,
    ).toHaveLength(1);
  }
});
