import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { IndexFilters } from "@/lib/domain/records/content";
import { NoRecords } from "./results";

const shown = (people: [] | null) =>
  renderToStaticMarkup(
    <NoRecords page={{ people, lookedThrough: null }} filters={IndexFilters.parse({ q: "Summer at the lake" })} />,
  );

it("leads from a title or id without a record to the accounts, which list attestations", () => {
  expect(shown(null)).toContain("No matching records");
  expect(shown(null)).toContain('href="/custodian/accounts"');
});

it("doesn't suggest attestations for an unknown name", () => {
  expect(shown([])).not.toContain("Attestations");
});
