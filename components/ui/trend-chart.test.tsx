import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { niceSteps, shownLabels, TrendChart } from "./trend-chart";

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [41, [0, 20, 40, 60]],
  [1_234, [0, 500, 1000, 1500]],
  [9_999_999, [0, 5_000_000, 10_000_000]],
])("the grid lines of a chart whose highest column is %d", (most, lines) => {
  expect(niceSteps(most)).toEqual(lines);
});

test("the labels are evenly spaced, and the newest column has one", () => {
  expect(shownLabels(7)).toEqual([0, 2, 4, 6]);
  expect(shownLabels(24)).toEqual([3, 7, 11, 15, 19, 23]);
  expect(shownLabels(1)).toEqual([0]);
});

test("times and days are those of the reader's zone, which the label names", () => {
  const drawn = (by: "hour" | "day") =>
    renderToStaticMarkup(
      <TrendChart
        label="Attempts"
        by={by}
        zone="America/New_York"
        series={[{ key: "ok", label: "Succeeded" }]}
        data={[{ at: "2026-11-21T04:00:00.000Z", ok: 3 }]}
      />,
    );
  expect(drawn("hour")).toContain("Attempts, EST");
  expect(drawn("hour")).toContain("Nov 20, 2026, 11:00 PM EST");
  expect(drawn("hour")).toMatch(/>11 PM</);
  expect(drawn("day")).toMatch(/>Nov 20</);
});

test("the server renders stacked bars and the same figures as a table", () => {
  const html = renderToStaticMarkup(
    <TrendChart
      label="By hour"
      series={[
        { key: "ok", label: "Succeeded" },
        { key: "bad", label: "Failed", tone: "harm" },
      ]}
      data={[
        { at: "2026-11-21T08:00:00.000Z", ok: 3, bad: 1 },
        { at: "2026-11-21T09:00:00.000Z", ok: 0, bad: 0 },
      ]}
    />,
  );
  expect(html).toContain('viewBox="0 0 2 4"');
  expect(html).toContain('<rect x="0.1" y="1" width="0.8" height="3" class="fill-accent">');
  expect(html).toContain('<rect x="0.1" y="0" width="0.8" height="1" class="fill-harm-solid">');
  expect(html.match(/<rect x="1.1"/)).toBeNull();
  expect(html).toContain("Succeeded: 3\nFailed: 1");
  expect(html).toMatch(/<th scope="row">Nov 21, 2026, 8:00 AM UTC<\/th><td>3<\/td><td>1<\/td>/);
});
