import { expect, it } from "vitest";
import { questionsFor, stepsOf } from "./questions";

it("counts the steps as soon as it can, and never too few before", () => {
  expect(stepsOf({})).toEqual({ total: 10, isMost: true });
  const intimate = { kind: "intimate", subject: "me" } as const;
  expect(stepsOf(intimate)).toEqual({ total: 9, isMost: true });
  expect(stepsOf({ ...intimate, age: "minor" })).toEqual({ total: 8, isMost: false });
  expect(stepsOf({ kind: "work", subject: "me" })).toEqual({
    total: questionsFor({ kind: "work" }).length + 2,
    isMost: false,
  });
});
