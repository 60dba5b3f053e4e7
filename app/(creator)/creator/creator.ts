import { redirect } from "next/navigation";
import { outcomeOf } from "@/app/forms";
import { requirePerson } from "@/app/session";
import type { FormState } from "@/components/ui/form";

import type { Ctx, PersonActor } from "@/lib/domain/context";
import { isCreator } from "@/lib/domain/creator";

/** The signed-in creator. Redirects anyone else to their account settings, which link to the other areas. */
export async function requireCreator(): Promise<Ctx<PersonActor>> {
  const ctx = await requirePerson();
  if (!(await isCreator(ctx.actor.userId))) redirect("/account");
  return ctx;
}

/** Runs a verb for the signed-in person and redirects to `onward`. Returns the error's message when the verb refuses. */
export async function run<T>(
  ctx: Ctx<PersonActor>,
  verb: (ctx: Ctx<PersonActor>) => Promise<T>,
  onward: (answer: T) => string,
): Promise<FormState> {
  const outcome = await outcomeOf(ctx, verb);
  if (outcome.ok) redirect(onward(outcome.value));
  return { message: outcome.error };
}
