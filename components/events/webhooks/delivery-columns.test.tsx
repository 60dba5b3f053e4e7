import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NextAttempt } from "./delivery-columns";

const shown = (nextAttemptAt: Date | null, status: "enabled" | "paused" = "enabled") =>
  renderToStaticMarkup(
    <NextAttempt nextAttemptAt={nextAttemptAt} endpoint={{ id: "e", url: "https://a.b", description: null, status }} />,
  );

test("shows the next attempt the same way in every list", () => {
  const [past, future] = [new Date(Date.now() - 1_000), new Date(Date.now() + 600_000)];
  expect(shown(null)).toContain("–");
  expect(shown(null, "paused")).toContain("–");
  expect(shown(past)).toContain("now");
  expect(shown(future)).toContain(future.toISOString());
  expect(shown(past, "paused")).toContain("on resume");
  expect(shown(future, "paused")).toContain("when due, once resumed");
});
