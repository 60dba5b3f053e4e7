import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import type { z } from "zod";
import type { ActionResult, FormState } from "@/components/ui/form";
import { actorId, type Ctx, type PortalUserActor } from "@/lib/domain/core/context";
import { DAY_MS } from "@/lib/platform/duration";
import { AppError } from "@/lib/platform/errors";
import { logRefusal } from "@/lib/platform/log";
import { withRequestContext } from "@/lib/platform/request-context";

/** A text field of a form, without NUL, which the database can't store. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.replaceAll("\0", "") : "";
};

/** All text fields, to refill the form after a failed submit. */
export const valuesOf = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" && !name.startsWith("$") ? [[name, value]] : [])),
  );

/** A date from three fields as `YYYY-MM-DD`, not validated. Empty when nothing was entered. */
export function dateOf(form: FormData, name: string): string {
  const [day, month, year] = ["Day", "Month", "Year"].map((part) => textOf(form, `${name}${part}`).trim());
  if (!day && !month && !year) return "";
  return `${(year ?? "").padStart(4, "0")}-${(month ?? "").padStart(2, "0")}-${(day ?? "").padStart(2, "0")}`;
}

/** The time of a `datetime-local` field, which the form labels as UTC. Undefined for anything else. */
export function timeOf(text: string): Date | undefined {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) ? new Date(`${text}Z`) : null;
  return at && !Number.isNaN(at.getTime()) ? at : undefined;
}

/** The first error of each field, in field order. */
export function problemsOf(error: z.ZodError): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, message } of error.issues) problems[String(path[0])] ??= message;
  return problems;
}

/** The result of a verb for a form: its value, or an error sentence with its HTTP status, code and field. */
export type Outcome<T> = { ok: true; value: T } | Refusal;
type Refusal = { ok: false; status: number; error: string; field?: string; code?: string };

/** Runs a verb for a form. Returns errors that people may see; rethrows all others to the error page. */
export async function outcomeOf<C extends Ctx, T>(ctx: C, verb: (ctx: C) => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await withRequestContext({ requestId: ctx.requestId }, () => verb(ctx)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    noteRefusal("action", ctx, error);
    const { status, message, field, code } = error;
    return {
      ok: false,
      status,
      error: message,
      ...(field !== undefined && { field }),
      ...(code !== undefined && { code }),
    };
  }
}

/** A refusal for the form: at its field, or above all fields. */
export function refused({ error, field }: Pick<Refusal, "error" | "field">): FormState {
  return field === undefined ? { message: error } : { errors: { [field]: error } };
}

/** Runs a verb for a confirmed button. */
export async function errorOf<C extends Ctx>(ctx: C, verb: (ctx: C) => Promise<unknown>): Promise<ActionResult> {
  const outcome = await outcomeOf(ctx, verb);
  return outcome.ok ? {} : { error: outcome.error };
}

/** Runs a verb for a button and opens a page. Without `page`, the verb returns it. Returns the message of a verb that refuses. */
export async function openAfter<C extends Ctx>(ctx: C, verb: (ctx: C) => Promise<string>): Promise<FormState>;
export async function openAfter<C extends Ctx>(
  ctx: C,
  verb: (ctx: C) => Promise<unknown>,
  page: string,
): Promise<FormState>;
export async function openAfter<C extends Ctx>(ctx: C, verb: (ctx: C) => Promise<unknown>, page?: string) {
  const outcome = await outcomeOf(ctx, verb);
  if (outcome.ok) redirect(page ?? String(outcome.value));
  return { message: outcome.error };
}

/** Logs an error that denied `what` to a signed-in person. Ignores others, such as invalid fields. */
export function noteRefusal(what: string, ctx: Ctx, error: unknown): void {
  if (error instanceof AppError && error.status === 403)
    logRefusal(what, { subject: actorId(ctx.actor), ip: ctx.ip, status: error.status });
}

type Verb = (by: Ctx<PortalUserActor>) => Promise<unknown>;

/** Runs a verb for a confirmed button, and has the page rendered again, whether or not the verb refused. */
export async function change(ctx: Ctx<PortalUserActor>, path: string, verb: Verb): Promise<ActionResult> {
  const result = await errorOf(ctx, verb);
  revalidatePath(path);
  return result;
}

/** A day as midnight UTC; null for an empty field, undefined for anything else. */
export function dayOf(text: string): Date | null | undefined {
  if (text === "") return null;
  return /^\d{4}-\d\d-\d\d$/.test(text) ? timeOf(`${text}T00:00`) : undefined;
}

/** The end of a day: the day after as midnight UTC. */
export const endOf = (day: Date | null | undefined): Date | null | undefined => day && new Date(day.getTime() + DAY_MS);

type Entering<Input, C> = {
  schema: z.ZodType<Input>;
  /** The form's fields, as the schema takes them. */
  fields: Readonly<Record<string, unknown>>;
  /** Enters them under the form's own id. Returns the page to open. */
  enter: (by: C, input: Input & { id: string }) => Promise<string>;
};

/** Enters what a form has, and opens the page of it, or says at its fields what is wrong. */
export async function enterFrom<Input extends object, C extends Ctx>(
  ctx: C,
  form: FormData,
  { schema, fields, enter }: Entering<Input, C>,
): Promise<FormState> {
  const values = valuesOf(form);
  const input = schema.safeParse(fields);
  if (!input.success) return { errors: problemsOf(input.error), values };
  const outcome = await outcomeOf(ctx, (by) => enter(by, { ...input.data, id: textOf(form, "id") }));
  if (!outcome.ok) return { ...refused(outcome), values };
  redirect(outcome.value);
}
