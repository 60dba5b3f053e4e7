import type { z } from "zod";
import type { ActionResult, FormState } from "@/components/ui/form";
import type { Ctx } from "@/lib/domain/context";
import { AppError } from "@/lib/platform/errors";
import { withRequestContext } from "@/lib/platform/request-context";

/** A text field of a form. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** Every text field, to fill the form again after a failed submit. */
export const valuesOf = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" && !name.startsWith("$") ? [[name, value]] : [])),
  );

/** A date of three fields as `YYYY-MM-DD`; empty when nothing was entered. What is no date stays none. */
export function dateOf(form: FormData, name: string): string {
  const [day, month, year] = ["Day", "Month", "Year"].map((part) => textOf(form, `${name}${part}`).trim());
  if (!day && !month && !year) return "";
  return `${(year ?? "").padStart(4, "0")}-${(month ?? "").padStart(2, "0")}-${(day ?? "").padStart(2, "0")}`;
}

/** The first problem of each field, in the order of the fields. */
export function problemsOf(error: z.ZodError): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, message } of error.issues) problems[String(path[0])] ??= message;
  return problems;
}

/** What a verb came to, for a form: its value, or a sentence that says why not, with its code and the field it is about. */
export type Outcome<T> = { ok: true; value: T } | Refusal;
type Refusal = { ok: false; error: string; field?: string; code?: string };

/** Runs a verb for a form. What the person may be told becomes data; everything else goes on to the error page. */
export async function outcomeOf<C extends Ctx, T>(ctx: C, verb: (ctx: C) => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await withRequestContext({ requestId: ctx.requestId }, () => verb(ctx)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, field, code } = error;
    return { ok: false, error: message, ...(field !== undefined && { field }), ...(code !== undefined && { code }) };
  }
}

/** A refusal as the form shows it: beside the field it is about, or above them all. */
export function refused({ error, field }: Omit<Refusal, "ok">): FormState {
  return field === undefined ? { message: error } : { errors: { [field]: error } };
}

/** What a verb came to, for a button behind a confirmation. */
export async function errorOf<C extends Ctx>(ctx: C, verb: (ctx: C) => Promise<unknown>): Promise<ActionResult> {
  const outcome = await outcomeOf(ctx, verb);
  return outcome.ok ? {} : { error: outcome.error };
}
