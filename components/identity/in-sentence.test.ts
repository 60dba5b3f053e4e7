import { describe, expect, it } from "vitest";
import { inSentence } from "./in-sentence";

describe("a label inside a sentence", () => {
  it.each([
    ["Identity review", "identity review"],
    ["Inspection of records under 28 CFR 75.5", "inspection of records under 28 CFR 75.5"],
    ["ID has expired", "ID has expired"],
    ["", ""],
  ])("%s", (label, sentence) => expect(inSentence(label)).toBe(sentence));
});
