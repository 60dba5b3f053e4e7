import { expect, it } from "vitest";
import { textOf } from "@/lib/testing/draw";
import { NamedAnswers } from "./named-answers";

const drawn = (answers: Parameters<typeof NamedAnswers>[0]["answers"]) =>
  textOf(<NamedAnswers answers={answers} changeHref="/removal/file/where" />);
const hash = { pdq: "0".repeat(64), turned: [], quality: 80 };

it("lists what a request will name before it is signed, and what it doesn’t", () => {
  const [picture, video, heic] = ["a", "b", "c"].map((letter) => letter.repeat(64)) as [string, string, string];
  const text = drawn({
    urls: ["https://example.com/1", "https://example.com/2"],
    description: "At the lake.",
    sha256s: [heic, picture],
    files: [
      { kind: "picture", sha256: picture, hashes: [hash] },
      { kind: "video", sha256: video, hashes: [{ ...hash, second: 0 }] },
      { kind: "picture", sha256: "d".repeat(64), hashes: [] },
    ],
  });
  expect(text).toContain("Web addresses https://example.com/1 https://example.com/2 Description At the lake.");
  // In the order and with the kinds of the claimant's page, each once.
  expect(text).toContain("File 1 (cccccccc…), Picture 2 (aaaaaaaa…), Video 3 (bbbbbbbb…), File 4 (dddddddd…)");
  expect(drawn({ urls: [], description: "", sha256s: [], files: [] })).toContain(
    "Web addresses None Description None Pictures, videos and other files None",
  );
});
