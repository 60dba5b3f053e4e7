import { expect, test } from "vitest";
import { isCurrent } from "./rail-entries";

test.each([
  ["/portal", "/portal", true],
  ["/portal", "/portal/keys", false],
  ["/portal/keys", "/portal/keys/new", true],
  ["/portal/keys", "/portal/keys-archive", false],
])("entry %s on page %s: %s", (href, pathname, current) => {
  expect(isCurrent(href, pathname)).toBe(current);
});
