import { expect, test } from "vitest";
import { draw } from "@/lib/testing/draw";
import { ReplayFailed } from "./replay-failed";

test("the reason why nothing can be replayed now is text, and describes the button", () => {
  const shown = (isPaused: boolean) =>
    draw(
      <ReplayFailed
        endpointId="e"
        isPaused={isPaused}
        initial={{ replay: null }}
        start={() => Promise.reject(new Error("not pressed"))}
      />,
    );
  expect(shown(true)).toMatch(
    /<p id="replay-refused">The endpoint is paused\..+<button[^>]+aria-describedby="replay-refused"/,
  );
  expect(shown(true)).toMatch(/<button[^>]+disabled=""/);
  expect(shown(false)).not.toContain("replay-refused");
});
