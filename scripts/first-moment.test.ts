import { expect, it } from "vitest";
import { firstMoment } from "./first-moment.mjs";

const OWN = performance.timeOrigin;

it.each([
  ["its own start", {}, OWN],
  [
    "the start that its first process told it",
    { VELLUM_PARENT: "7", VELLUM_STARTED: "1764000000000.5" },
    1764000000000.5,
  ],
  ["its own start, when a command above inherited the variables", { VELLUM_PARENT: "6", VELLUM_STARTED: "5" }, OWN],
  ["its own start without a time", { VELLUM_PARENT: "7" }, OWN],
  ["its own start with a time that is none", { VELLUM_PARENT: "7", VELLUM_STARTED: "soon" }, OWN],
])("a command began at %s", (_, variables, began) => expect(firstMoment(variables, 7)).toBe(began));
