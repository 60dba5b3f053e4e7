import { z } from "zod";
import {
  type Declaration,
  type DeclaredError,
  METHODS,
  neededBy,
  type Responses,
  type Route,
} from "@/lib/api/declaration";
import { standardErrors } from "@/lib/api/openapi/operation";
import { type Examples, examplesOf } from "./examples";
import { type Field, fieldsOf, sampleOf } from "./fields";

export type CallError = { status: number; code?: string; when: string };

/** One API call, as the reference prints it. */
export type ReferenceCall = {
  /** The anchor: the declared operation id. */
  id: string;
  area: string;
  method: string;
  path: string;
  /** Whether it changes nothing, as for keys that may only read. */
  isRead: boolean;
  summary: string;
  description: string;
  params: Field[];
  query: Field[];
  body: Field[];
  responses: { statuses: number[]; fields: Field[]; sample: string }[];
  errors: CallError[];
  examples: Examples;
  /** The example as sent, with its path and its body as text. Null for a bulk call. */
  sent: { path: string; body: string } | null;
};

/** The calls that routes declare, in order, with examples that call `baseUrl`. */
export function referenceCalls(routes: readonly Route[], baseUrl: string): ReferenceCall[] {
  return routes.flatMap(({ path, handlers }) =>
    METHODS.flatMap((method) => {
      const declaration = handlers[method]?.declaration;
      if (!declaration) return [];
      const {
        operationId,
        tag,
        summary,
        description = "",
        params,
        query,
        body,
        responses,
        isBulk,
        errors = [],
        example,
      } = declaration;
      const query_ = new URLSearchParams(example?.query).toString();
      const called = `${fillIn(path, example?.params ?? sampleParams(params))}${query_ && `?${query_}`}`;
      const sent = body ? (example?.body ?? sampleOf(body, "input")) : undefined;
      return {
        id: operationId,
        area: tag,
        method,
        path,
        isRead: neededBy(declaration, method).access === "read",
        summary,
        description,
        params: fieldsOf(params, "input"),
        query: fieldsOf(query, "input"),
        body: fieldsOf(body, "input"),
        responses: responsesOf(responses, example),
        errors: [...standardErrors(declaration, method).filter(isShownWithCall), ...errors]
          .map(told)
          .toSorted((a, b) => a.status - b.status),
        examples: examplesOf({ method, url: `${baseUrl}${called}`, body: sent, isBulk }),
        sent: isBulk ? null : { path: called, body: sent === undefined ? "" : JSON.stringify(sent, null, 2) },
      };
    }),
  );
}

/** Groups statuses with the same response shape. */
function responsesOf(responses: Responses, example: Declaration["example"]): ReferenceCall["responses"] {
  const byShape = new Map<z.ZodType, number[]>();
  for (const status of [201, 200, 202] as const) {
    const schema = responses[status];
    if (schema) byShape.set(schema, [...(byShape.get(schema) ?? []), status]);
  }
  return [...byShape].map(([schema, statuses], index) => {
    const shown = index === 0 ? example?.response : example?.repeated;
    const value = shown !== undefined ? shown : sampleOf(schema, "output");
    return { statuses, fields: fieldsOf(schema, "output"), sample: JSON.stringify(value, null, 2) };
  });
}

/** Errors that every call can return. The reference lists them once, under Errors. */
export function commonErrors(): CallError[] {
  return standardErrors({ ...NO_DECLARATION, body: z.unknown() }, null)
    .filter((error) => !isShownWithCall(error))
    .map(told);
}

const isShownWithCall = ({ status, code }: DeclaredError): boolean =>
  status === 404 || (status === 400 && code !== undefined);
const NO_DECLARATION = { operationId: "", tag: "Events", summary: "", responses: {} } as const;

const told = ({ status, code, when }: DeclaredError): CallError => ({
  status,
  ...(code !== undefined && { code }),
  when,
});

const fillIn = (path: string, params: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? name));

function sampleParams(params: z.ZodType | undefined): Record<string, string> {
  const sample = params ? sampleOf(params, "input") : {};
  return Object.fromEntries(Object.entries(sample ?? {}).map(([name, value]) => [name, String(value)]));
}
