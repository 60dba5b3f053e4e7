import { describe, expect, it } from "vitest";
import { z } from "zod";
import { routes } from "@/app/api/routes";
import { AppError, type Problem } from "@/lib/platform/errors";
import { fc } from "@/lib/testing/random";
import { METHODS } from "./declaration";
import { validate } from "./parse-input";
import { problemsIn } from "./problems";

const bodies = routes.flatMap(({ path, handlers }) =>
  METHODS.flatMap((method) => {
    const { body, example } = handlers[method]?.declaration ?? {};
    return body ? [{ name: `${method} ${path}`, body, sample: example?.body as Record<string, unknown> }] : [];
  }),
);
const schemaOf = (operation: string) => bodies.find(({ name }) => name === operation)?.body ?? z.never();

const Upload = schemaOf("POST /api/v1/upload-sessions");
const Scene = schemaOf("POST /api/v1/collab-scenes");
const Content = schemaOf("POST /api/v1/solo-accounts/{accountId}/content");

const pairs = (problems: readonly Problem[]) => problems.map(({ code, field }) => `${code} ${field}`);
const messages = (problems: readonly Problem[]) => problems.map(({ message }) => message);

function refused(schema: z.ZodType, input: Record<string, unknown>): AppError | null {
  try {
    validate(schema, input);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

describe("all problems", () => {
  it("are named at once, each once, in the order of the fields", () => {
    const wrong = { contentId: "", contentTitle: "\u200b", detectedFaceCount: "2", callbackUrl: "ftp://x" };
    expect(pairs(problemsIn(Upload, wrong))).toEqual([
      "invalid_field contentId",
      "missing_parameter contentType",
      "invalid_field contentTitle",
      "invalid_field detectedFaceCount",
      "missing_parameter uploaderExternalUserId",
      "invalid_field callbackUrl",
    ]);
  });

  it("include what comes before the fields, and rules on several fields", () => {
    const performers = [{ email: "a@example.com" }, { email: "A@example.com" }, { mail: 1 }];
    expect(pairs(problemsIn(Scene, { performers: performers.slice(0, 2) }))).toEqual([
      "missing_field uploaderAccountId",
      "missing_parameter title",
      "missing_parameter uploaderAttestation",
      "missing_parameter callbackUrl",
      "invalid_field performers.1.email",
    ]);
    // Whether addresses differ is unknown while one is missing.
    expect(pairs(problemsIn(Scene, { performers }))).toContain("missing_parameter performers.2.email");
    const production = schemaOf("POST /api/v1/productions");
    expect(pairs(problemsIn(production, { contentId: "c" }))).toContain("missing_parameter performers");
  });

  it("include text that can't be stored, at its field's place, unless the schema removes it", () => {
    const input = { contentUrl: "no", title: "a\0", productionDate: "x", fileHash: 1 };
    expect(pairs(problemsIn(Content, input))).toEqual([
      "invalid_field contentUrl",
      "invalid_field title",
      "invalid_field productionDate",
      "invalid_field fileHash",
    ]);
    const account = schemaOf("POST /api/v1/solo-accounts");
    expect(pairs(problemsIn(account, { externalUserId: "1", email: "x", callbackUrl: "x", firstName: "A\0" }))).toEqual(
      ["invalid_field email", "invalid_field callbackUrl"],
    );
    const { extra } = refused(Content, { contentUrl: "https://a.example/1", title: "\0", platform: "\ud800" }) ?? {};
    expect(pairs(extra?.errors as Problem[])).toEqual(["invalid_field title", "invalid_field platform"]);
  });

  it("are at most 50", () => {
    const list = z.object({ items: z.array(z.object({ at: z.int() })) });
    expect(problemsIn(list, { items: Array(10_000).fill({}) })).toHaveLength(50);
  });

  it.each(bodies)("$name: the first is the error, and none echoes a value", ({ body, sample }) => {
    const odd = fc.constantFrom<unknown>(
      "",
      "sv\0value",
      "sv-value",
      -1,
      1.5,
      [],
      ["sv-value"],
      {},
      { email: "sv-value" },
      undefined,
    );
    const names = [...Object.keys(sample), "unknown"];
    const input = fc
      .tuple(...names.map(() => fc.option(odd, { nil: null })))
      .map((values) =>
        Object.fromEntries(
          names.flatMap((name, n) =>
            values[n] === undefined ? [] : [[name, values[n] === null ? sample[name] : values[n]]],
          ),
        ),
      );
    fc.assert(
      fc.property(input, (sent) => {
        const error = refused(body, sent);
        if (!error) return;
        const problems = error.extra?.errors as Problem[];
        expect(problems[0]).toEqual({ code: error.code, field: error.field, message: error.message });
        expect(new Set(problems.map(({ field }) => field)).size).toBe(problems.length);
        expect(JSON.stringify(problems)).not.toMatch(/sv/);
      }),
      { numRuns: 200 },
    );
  });
});

describe("misspelt names", () => {
  it.each([
    [Scene, { contentTitle: "x" }, "title is required. Did you send it as contentTitle?"],
    [Content, { content_url: "x", "content-url": "x" }, "contentUrl is required. Did you send it as content_url?"],
    [Upload, { title: "x" }, "contentTitle is required. Did you send it as title?"],
    [Upload, { contentIdd: "x", contentID: "x" }, "contentId is required. Did you send it as contentID?"],
    [Scene, { performers: [{ emial: "x" }] }, "performers.0.email is required. Did you send it as emial?"],
    [Scene, { uploader_attestation: {} }, "uploaderAttestation is required. Did you send it as uploader_attestation?"],
  ])("are named where the field is missing", (schema, sent, message) => {
    expect(messages(problemsIn(schema, sent))).toContain(message);
  });

  it("are named for optional fields beside another problem, and last", () => {
    const sent = { title: "x", contentUrl: "https://a.example/1", externalID: "x", production_date: "y" };
    expect(problemsIn(Content, sent)).toEqual([]);
    const problems = problemsIn(Content, {
      ...sent,
      title: 1,
      complianceCopy: { mime_type: "image/png", sizeBytes: 1 },
    });
    expect(problems.map(({ code, field, message }) => [code, field, message])).toEqual([
      ["invalid_field", "title", "title must be a string"],
      [
        "missing_parameter",
        "complianceCopy.mimeType",
        "complianceCopy.mimeType is required. Did you send it as mime_type?",
      ],
      ["unknown_field", "productionDate", "We ignored production_date. Did you mean productionDate?"],
      ["unknown_field", "externalContentId", "We ignored externalID. Did you mean externalContentId?"],
    ]);
  });

  it("aren't guessed from other fields, from other names, or from names that can't be printed", () => {
    const said = messages(
      problemsIn(Upload, { contentType: "image", [`title${"\u202e"}`]: 1, ["x".repeat(90)]: 1, color: 1 }),
    );
    expect(said.join()).not.toMatch(/Did you/);
    expect(messages(problemsIn(Upload, { detectedFaceCount: 1, faceCount: 2 })).join()).not.toMatch(/Did you/);
  });

  it("are named once each, and cost little in a hostile body", () => {
    const sent = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`contentI${n}`, 1]));
    const said = messages(problemsIn(Upload, sent)).filter((message) => message.includes("Did you"));
    expect(said.length).toBeLessThanOrEqual(2);
    expect(new Set(said.map((message) => message.split(" ").at(-1))).size).toBe(said.length);
  });
});
