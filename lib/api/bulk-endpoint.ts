import { z } from "zod";
import { type ConcurrencyLimits, limitConcurrency } from "@/lib/platform/concurrency";
import { AppError, InvalidInput } from "@/lib/platform/errors";
import {
  type AdmittedCall,
  BODY_LIMIT,
  type Declaration,
  type Incoming,
  NDJSON,
  type Outgoing,
  type PathParams,
  type RouteHandler,
} from "./declaration";
import { keyedRoute } from "./endpoint";
import { errorAnswer, InvalidJson } from "./failures";
import { ErrorBody } from "./openapi/operation";
import { problemsIn } from "./problems";
import { readJson, readTyped } from "./read-json";
import { shapeOf } from "./shape";

const MAX_LINES = 1_000;

type Ctx = Parameters<RouteHandler["run"]>[0];
type Line = { number: number; bytes: Uint8Array };
type Answer = { status: number; body: string };
type Shape = Readonly<Record<string, z.ZodType>>;

/**
 * A bulk route: each line of its body is one call of `single`, with the path's parameters among its members, and each line of its
 * answer is what that call would answer. Answers are in the order of the lines. Each line counts as a request of the key; the
 * call itself is the first one. Once the window is empty or a line finds the service unavailable, the rest isn't tried. `atOnce`
 * limits the lines that this process runs at once, by partner and in all, so that no partner's lines delay another's calls.
 * Contract: Bulk calls.
 */
export function bulkEndpoint(
  single: RouteHandler,
  { atOnce, ...words }: Pick<Declaration, "operationId" | "summary" | "description"> & { atOnce: ConcurrencyLimits },
): RouteHandler {
  const { tag, params, body, responses, example = {} } = single.declaration;
  const named = params ? shapeOf(params) : {};
  const fields = body ? shapeOf(body) : {};
  const Line = z.object({ ...named, ...fields });
  const LineAnswer = z.object({
    line: z.int().meta({ description: "The line of your body, from 1. Blank lines count.", examples: [1] }),
    status: z.int().meta({ description: "The status that the single call would answer.", examples: [201] }),
    body: z.union([...Object.values(responses), ErrorBody]).describe("The body that the single call would answer."),
  });
  const declaration: Declaration = {
    ...words,
    tag,
    isBulk: true,
    body: Line,
    responses: { 200: LineAnswer },
    errors: [{ status: 400, code: "too_many_lines", when: `The body has more than ${MAX_LINES} lines.` }],
    example: {
      body: { ...example.params, ...(example.body as object) },
      response: { line: 1, status: 201, body: example.response },
    },
  };
  const slots = limitConcurrency(words.operationId, atOnce);

  async function answerLine(ctx: Ctx, incoming: Incoming, { bytes }: Line, call: AdmittedCall): Promise<Answer> {
    try {
      const one = lineCall(incoming, bytes);
      return await single.run(ctx, one, await paramsOf(one, Object.keys(named), fields), call);
    } catch (error) {
      return errorAnswer(error);
    }
  }

  return keyedRoute(declaration, async (ctx, incoming, _params, { onBodyText, countAnother }) => {
    const bytes = await readTyped(incoming, BODY_LIMIT, NDJSON);
    onBodyText(new TextDecoder().decode(bytes));
    const lines = linesOf(bytes);
    const unlogged = { onBodyText: () => undefined, countAnother };
    /** The answer to all lines that are left. */
    let rest: Answer | null = null;
    const running: (Answer | Promise<Answer>)[] = [];
    for (const line of lines) {
      const leave = rest ? null : await slots.enter(ctx.actor.partnerId).catch(giveUp);
      if (leave && !rest && running.length > 0) await countAnother().catch(giveUp);
      if (rest) leave?.();
      const answer =
        rest ??
        answerLine(ctx, incoming, line, unlogged).then((given) => {
          leave?.();
          if (given.status === 503) rest ??= given;
          return given;
        });
      running.push(answer);
    }
    function giveUp(error: unknown): null {
      rest ??= errorAnswer(error);
      return null;
    }
    return bulkAnswer(lines, await Promise.all(running));
  });
}

/** The lines of a body that aren't blank. Throws `InvalidJson` if there are none, and 400 `too_many_lines`. */
function linesOf(bytes: Uint8Array): Line[] {
  const lines: Line[] = [];
  for (let start = 0, number = 1; start < bytes.length; number++) {
    if (number > MAX_LINES) {
      throw new AppError(400, `Send at most ${MAX_LINES} lines in one call`, { code: "too_many_lines" });
    }
    const feed = bytes.indexOf(LINE_FEED, start);
    const end = feed === -1 ? bytes.length : feed;
    const line = bytes.subarray(start, end);
    if (!line.every((byte) => BLANK.has(byte))) lines.push({ number, bytes: line });
    start = end + 1;
  }
  if (lines.length === 0) throw new InvalidJson("The request body has no lines");
  return lines;
}

const LINE_FEED = 0x0a;
const BLANK = new Set([0x09, 0x0d, 0x20]);

/** A line as the call that it stands for. */
const lineCall = (incoming: Incoming, bytes: Uint8Array): Incoming => ({
  ...incoming,
  search: "",
  header: (name) => (name === "content-type" ? "application/json" : incoming.header(name)),
  readBody: async () => bytes,
});

/** The path's parameters, from a line's members. A value that isn't text is invalid, and any text may name nothing: a 404. */
async function paramsOf(line: Incoming, names: readonly string[], body: Shape): Promise<PathParams> {
  if (names.length === 0) return {};
  const { value } = await readJson(line, BODY_LIMIT, () => undefined);
  const given = names.map((name) => [name, value[name]] as const);
  if (given.every(isText)) return Object.fromEntries(given);
  const texts = Object.fromEntries(names.map((name) => [name, z.string()]));
  throw new InvalidInput(problemsIn(z.object({ ...texts, ...body }), value));
}

const isText = (member: readonly [string, unknown]): member is readonly [string, string] =>
  typeof member[1] === "string";

function bulkAnswer(lines: readonly Line[], answers: readonly Answer[]): Outgoing {
  const written = answers.map(
    ({ status, body }, n) => `{"line":${lines[n]?.number},"status":${status},"body":${body}}\n`,
  );
  const statuses: Record<number, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  const hasFailed = (_: string, n: number) => (answers[n]?.status ?? 0) >= 400;
  const failed = written.filter(hasFailed);
  const done = written.filter((line, n) => !hasFailed(line, n));
  return {
    status: 200,
    headers: { "Content-Type": `${NDJSON}; charset=utf-8` },
    body: written.join(""),
    // The log keeps the start of a body, so the lines that failed come first, after how many had each status.
    logged: [`${JSON.stringify({ lines: lines.length, statuses })}\n`, ...failed, ...done].join(""),
  };
}
