import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { ReplayFailed } from "./replay-failed";

vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }) }));

test("the reason why nothing can be replayed now is text, and describes the button", () => {
  const shown = (isPaused: boolean) =>
    renderToStaticMarkup(
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
