import { expect, test } from "vitest";
import { deliveryFacts } from "@/lib/domain/webhooks/reference";
import { againText, triesText } from "./schedule-texts";

test("the schedule in force is told in words", () => {
  expect(againText(deliveryFacts())).toBe("after 1, 5, 30 and 120 minutes");
  expect(triesText(deliveryFacts())).toBe("5 times over 2 h 36 min");
});

test("another schedule is told as it is", () => {
  expect(againText({ waitMinutes: [2, 8] })).toBe("after 2 and 8 minutes");
  expect(triesText({ waitMinutes: [2, 8] })).toBe("3 times over 10 min");
  expect(triesText({ waitMinutes: [60, 60] })).toBe("3 times over 2 h");
});
