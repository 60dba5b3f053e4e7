import { expect, it } from "vitest";
import { textOf } from "@/lib/testing/draw";
import { GivenHashes, NamedAnswers } from "./named-answers";

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

it("says what the service has of the files by then, and what of it their browser computed", () => {
  const given = (files: number, pasted?: number) =>
    textOf(<GivenHashes counts={{ files, pictures: files, ...(pasted && { pasted }) }} />);
  expect(given(1)).toMatch(
    /We have the SHA-256 of 1 file, and 8 PDQ hashes.*We also know whether.*Blurred shapes might be guessed/,
  );
  expect(given(1)).toContain("Blurred shapes might be guessed from them, but not the picture itself. What we have");
  expect(given(1)).not.toContain("pasted");
  expect(given(1, 2)).toContain(
    "We also have 2 SHA-256 hashes that you typed or pasted. Your browser didn’t compute them.",
  );
  expect(given(0, 1)).toMatch(/We have 1 SHA-256 hash that you typed or pasted\. Your browser didn’t compute it\./);
  expect(given(0, 1)).toContain("We have hashes of them. They find only exact copies.");
  expect(given(0, 1)).not.toMatch(/PDQ|We also|Blurred/);
});
