import type { z } from "zod";

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
