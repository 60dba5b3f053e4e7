import type { Article } from "@/components/api/reference/article";
import { type CallError, commonErrors, type ReferenceCall } from "@/lib/api/reference/calls";
import type { DocsPage } from "./docs-page";
import { ERROR_PAGES, type ErrorPage } from "./error-pages";

const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  403: "Forbidden",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
};

type Use = { error: CallError; call: ReferenceCall | null };

/** Every error code that a route can answer, with where. `call` is null if every route can. */
export function declaredCodes(calls: readonly ReferenceCall[]): ReadonlyMap<string, readonly Use[]> {
  const uses: Use[] = [
    ...commonErrors().map((error) => ({ error, call: null })),
    ...calls.flatMap((call) => call.errors.map((error) => ({ error, call }))),
  ];
  const known = uses.filter(({ error }) => error.code !== undefined);
  return Map.groupBy(known, ({ error }) => error.code ?? "");
}

/** The page of each error code: cause, fix, example, and the calls that answer it. Throws for a code without words. */
export function errorArticles(calls: readonly ReferenceCall[]): DocsPage[] {
  return [...declaredCodes(calls)].map(([code, uses]) => {
    const words = ERROR_PAGES[code];
    if (!words) throw new Error(`The error ${code} has no page: add it to error-pages.ts.`);
    const article = articleOf(code, words, uses);
    return {
      slug: `errors/${code}`,
      chapter: "Reference",
      title: code,
      summary: words.cause,
      parts: article.parts.map(({ id, title }) => ({ id, label: title })),
      group: { kind: "article", article },
    };
  });
}

function articleOf(code: string, { cause, fix, error, field, guide }: ErrorPage, uses: readonly Use[]): Article {
  const statuses = [...new Set(uses.map((use) => use.error.status))];
  const bodyOf = (status: number) => {
    const named = typeof field === "object" ? field[status] : field;
    return {
      error,
      code,
      ...(named && { field: named }),
      ...(VALIDATION.has(code) && { errors: [{ code, field: named, message: error }] }),
      ...(CONFIRMING.has(code) && { complianceCopyUpload: UPLOADS[code] ?? null }),
    };
  };
  return {
    lead: `An error with the status ${statuses.join(" or ")}.`,
    parts: [
      {
        id: "cause",
        title: "Cause",
        blocks: [cause],
      },
      {
        id: "fix",
        title: "Fix",
        blocks: [{ list: fix, ordered: true }, ...(guide ? [`Read more in [${guide[1]}](/docs/${guide[0]}).`] : [])],
      },
      {
        id: "example",
        title: "Example",
        blocks: [],
        code: statuses.map((status) => ({
          label: "Response",
          language: "http",
          code: `HTTP/1.1 ${status} ${REASONS[status] ?? ""}\nContent-Type: application/json\n\n${JSON.stringify(bodyOf(status), null, 2)}`,
        })),
      },
      {
        id: "calls",
        title: "Where it happens",
        blocks: uses.some(({ call }) => call === null)
          ? ["Any call can answer it."]
          : [
              {
                table: {
                  caption: `Calls that answer ${code}`,
                  columns: ["Call", "Status", "When"],
                  rows: uses.map(({ call, error: { status, when } }) => [
                    call ? `[${call.summary}](/docs/${call.area.toLowerCase().replaceAll(" ", "-")}#${call.id})` : "",
                    String(status),
                    when,
                  ]),
                },
              },
            ],
      },
    ],
  };
}

// Their body lists every problem.
const VALIDATION = new Set(["missing_parameter", "invalid_field", "missing_field", "COMPLIANCE_COPY_REQUIRED"]);
// Errors of the confirm call have one more member.
const CONFIRMING = new Set(["NOT_DECLARED", "NOT_UPLOADED", "SIZE_MISMATCH", "TYPE_MISMATCH", "CONTENT_REMOVED"]);
const UPLOADS: Readonly<Record<string, object>> = {
  NOT_UPLOADED: {
    url: "https://storage.example.com/…",
    method: "PUT",
    headers: { "Content-Type": "image/jpeg" },
    expiresAt: "2026-09-05T12:15:00.000Z",
    maxBytes: 48211,
  },
};

/** The list of all codes. */
export const errorsPage = (pages: readonly DocsPage[]): DocsPage => ({
  slug: "errors",
  chapter: "Reference",
  title: "Error codes",
  parts: [],
  group: {
    kind: "article",
    article: {
      lead: "Each code has a page with its cause and its fix. Treat a code that isn’t listed here like its HTTP status.",
      parts: [
        {
          id: "codes",
          title: "All codes",
          blocks: [
            "How errors look is in [Errors and limits](/docs/errors-and-limits).",
            {
              table: {
                caption: "Error codes",
                columns: ["Code", "Cause"],
                rows: pages.map(({ slug, title, summary = "" }) => [`[\`${title}\`](/docs/${slug})`, summary]),
              },
            },
          ],
        },
      ],
    },
  },
});
