import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MatchedRemoval, Retention } from "./depiction";
import { TakeDownConsequences } from "./take-down";

const until = new Date("2030-05-05T00:00:00Z");
const kept = { until, isOver: false, mustBeKept: true };
const keptOn = { until, isOver: true, mustBeKept: true };
const over = { until, isOver: true, mustBeKept: false };

const text = (markup: string) => markup.replace(/<[^>]*>/g, "");

it.each([
  ["says until when", kept, /^Kept until May 5, 2030/],
  ["says no more than that it is kept", keptOn, /^Kept$/],
  ["says when its seven years ended", over, /^The seven years ended on May 5, 2030/],
])("%s", (_, retention, title) => {
  const card = renderToStaticMarkup(<Retention {...retention} />);
  expect(text(/<h\d[^>]*>(.*?)<\/h\d>/.exec(card)?.[1] ?? "")).toMatch(title);
  expect(card).not.toContain("hold");
});

it.each([kept, keptOn])("shows a custodian the legal hold", (retention) => {
  const card = renderToStaticMarkup(<Retention {...retention} legalHold />);
  expect(text(card)).toContain("Kept under a legal hold");
});

it.each([
  ["marked and kept until a day", kept, "and kept until May 5, 2030. The law requires seven years."],
  ["marked and kept, no more is said", keptOn, "with your name and the reason, and kept."],
  ["erased immediately", over, "the record and its copy are erased immediately."],
])("a removed record is %s", (_, retention, words) => {
  const copy = { status: "stored" as const };
  const said = renderToStaticMarkup(<TakeDownConsequences record={{ retention, copy }} />);
  expect(text(said)).toContain(words);
  expect(said).not.toContain("hold");
});

it("says what content matches, and what to do", () => {
  const matchedAt = new Date("2030-05-05T00:00:00Z");
  const said = text(renderToStaticMarkup(<MatchedRemoval reasons={["file", "picture"]} matchedAt={matchedAt} />));
  expect(said).toContain("a removal of the same file and a picture that looks the same before");
  expect(said).toContain("Hide it: a custodian decides about this record");
});
