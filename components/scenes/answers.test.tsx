import { expect, it } from "vitest";
import { answersOf } from "@/lib/domain/scenes/consents";
import { textOf } from "@/lib/testing/draw";
import { Answers } from "./answers";

it("says of withdrawn distribution when, and of the others whether they were given", () => {
  const answers = answersOf(null, { uses: ["depiction", "distribution"], acts: [] });
  const shown = (withdrawnAt?: Date): string => textOf(<Answers answers={answers} withdrawnAt={withdrawnAt} />);
  expect(shown()).toMatch(/Depiction.*Given.*Distribution.*Given.*Download.*Not given/);
  expect(shown(new Date("2026-11-29T12:00:00Z"))).toMatch(
    /Depiction , needed Given Distribution , needed Withdrawn on Nov 29, 2026 .*Download Not given/,
  );
});
