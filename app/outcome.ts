import type { ActionResult, FormState } from "@/components/ui/form-state";
import type { Ctx } from "@/lib/domain/context";
import { AppError } from "@/lib/platform/errors";
import { withRequestContext } from "@/lib/platform/request-context";

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
