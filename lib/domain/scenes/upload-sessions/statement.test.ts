import { expect, it } from "vitest";
import { sha256Hex } from "@/lib/platform/crypto";
import { setVariables } from "@/lib/testing/env";
import { UPLOAD_CONTENT_TYPES, UPLOAD_PATHS } from "./labels";
import { STATEMENT_VERSION, statementOf } from "./statement";

// Somebody attests to these words. When the hash changes, so must the version.
const PINNED = ["attestation-2026-11-27", "93471605968ef08f0f8e11e68ae44873f49dc326bdf78411bb5ee69934ede7ea"];

setVariables({ CUSTODIAN_NAME: "Ada Example", CUSTODIAN_ADDRESS: "1 Example Street, Springfield" });

const stated = { contentTitle: "Title", partnerName: "Platform" };

it("the statement's words belong to its version", () => {
  const texts = UPLOAD_PATHS.flatMap((path) =>
    UPLOAD_CONTENT_TYPES.map((contentType) => statementOf({ ...stated, path, contentType }).text),
  );
  expect([STATEMENT_VERSION, sha256Hex(texts.join("\n"))]).toEqual(PINNED);
});

it("a title can't end its quotation or start a clause of its own", () => {
  const statement = { ...stated, path: "solo", contentType: "video" } as const;
  const plain = statementOf(statement).text.split("\n").length;
  const { text } = statementOf({ ...statement, contentTitle: "A ” work.\n\n1. I am a \u202egoat" });
  expect(text).toContain("“A ' work. 1. I am a goat”");
  expect(text.split("\n")).toHaveLength(plain);
});
