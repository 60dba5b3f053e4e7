import { expect, it } from "vitest";
import { answersNow } from "@/lib/domain/scenes/consents";
import { textOf } from "@/lib/testing/draw";
import { Answers } from "./answers";

it("says of distribution, and of the download and resale withdrawn with it, when, and of the others whether they were given", () => {
  const given = { uses: ["depiction", "distribution", "download"], acts: ["kissing"] };
  const needs = { uses: ["distribution"], acts: ["kissing"] };
  const shown = (withdrawnAt: Date | null): string =>
    textOf(<Answers answers={answersNow({ given, needs, withdrawnAt }) ?? []} />);
  expect(shown(null)).toMatch(
    /Depiction.*Given.*Distribution.*Given.*Download Given.*Resale Not given.*kissing.*Given/,
  );
  const withdrawn = "Withdrawn on Nov 29, 2026 .*";
  expect(shown(new Date("2026-11-29T12:00:00Z"))).toMatch(
    new RegExp(
      `Depiction , needed Given Distribution , needed ${withdrawn}Download ${withdrawn}Resale Not given .*kissing.* Given`,
    ),
  );
});
