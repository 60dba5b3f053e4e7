import { expect, test } from "vitest";
import { stillTriedText } from "./replay-texts";

test("what waits is said to be sent without a replay, with its number", () => {
  expect(stillTriedText({ waiting: 1, waitingCut: false })).toBe(
    "1 delivery waits and is not given up: it is sent by itself when it is due.",
  );
  expect(stillTriedText({ waiting: 10_000, waitingCut: true })).toBe(
    "10,000+ deliveries wait and are not given up: each is sent by itself when it is due.",
  );
});
