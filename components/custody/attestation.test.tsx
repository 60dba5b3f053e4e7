import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { sha256Hex } from "@/lib/platform/crypto";
import { newId } from "@/lib/platform/ids";
import { UploaderStatement } from "./attestation";

it.each([
  ["as the partner sent it, without a copy, for a scene created through the API", null],
  ["as our page showed it, with its signed copy, for a scene that the uploader attested to there", newId()],
])("shows the statement %s", (words, uploadSessionId) => {
  const text = "All performers are adults.";
  const statement = {
    id: newId(),
    text,
    textVersion: null,
    sha256: sha256Hex(text),
    signedName: null,
    reason: null,
    email: null,
    proof: uploadSessionId ? ("hosted_link" as const) : ("partner_api" as const),
    at: new Date("2026-11-22T12:00:00Z"),
    ip: null,
    userAgent: null,
  };
  const shown = renderToStaticMarkup(<UploaderStatement statement={statement} uploadSessionId={uploadSessionId} />);
  expect(shown).toContain(words.slice(0, words.indexOf(",")));
  expect(shown.includes("Download signed PDF")).toBe(uploadSessionId !== null);
  expect(shown.includes(`/custodian/attestations/${uploadSessionId}/copy`)).toBe(uploadSessionId !== null);
});
