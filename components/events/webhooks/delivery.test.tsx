import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ShownAttempt } from "@/lib/domain/events/get-delivery";
import { DeliveryAttempts } from "./delivery";

const attempt: ShownAttempt = {
  url: "https://example.com/hooks",
  at: new Date(0),
  durationMs: 1,
  requestHeaders: {},
  requestBody: "{}",
  responseStatus: null,
  responseHeaders: null,
  responseBody: null,
  error: "The connection was refused.",
  succeeded: false,
};

test("an attempt's row shows why it failed, as text, before it is opened", () => {
  const attempts = [2, 1].map((number) => ({ number, attempt }));
  const html = renderToStaticMarkup(<DeliveryAttempts attempts={attempts} isFirstPage status="failed" />);
  const lines = html.match(/<summary.+?<\/summary>/g) ?? [];
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/>The connection was refused\.</);
  expect(html).not.toContain("title=");
  expect(html, "several on a page are no landmarks of one name").not.toMatch(/<section aria-label="Re/);
});
