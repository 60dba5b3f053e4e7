import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { parseZone } from "./theme/preferences";
import { Time, TimeZone } from "./time";

const at = "2026-11-21T08:53:42Z";
const text = (zone?: string) =>
  renderToStaticMarkup(
    <TimeZone zone={parseZone(zone)}>
      <Time at={at} as="datetime" />
    </TimeZone>,
  ).replace(/<[^>]*>/g, "");

test.each([
  [undefined, "Nov 21, 2026, 8:53 AM UTC"],
  ["UTC", "Nov 21, 2026, 8:53 AM UTC"],
  ["America/New_York", "Nov 21, 2026, 3:53 AM EST"],
  ["Asia/Kolkata", "Nov 21, 2026, 2:23 PM GMT+5:30"],
  ["Nowhere/Land", "Nov 21, 2026, 8:53 AM UTC"],
  ["x".repeat(5000), "Nov 21, 2026, 8:53 AM UTC"],
])("the server's first byte is in the reader's zone: %s", (zone, shown) => {
  expect(text(zone)).toContain(shown);
});
