import { redirect } from "next/navigation";
import { outcomeOf } from "@/app/forms";
import { requirePerson } from "@/app/session";
import type { FormState } from "@/components/ui/form";

import type { Ctx, PersonActor } from "@/lib/domain/context";
import { isCreator } from "@/lib/domain/creator";

/** The creator who is signed in. People for whom there is no room go to their account page, where others can be reached. */
export async function requireCreator(): Promise<Ctx<PersonActor>> {
  const ctx = await requirePerson();
  if (!(await isCreator(ctx.actor.userId))) redirect("/account");
  return ctx;
}

/** Runs a verb of the person who is signed in; then on to where its answer leads. Says why where it may not. */
export async function run<T>(
  ctx: Ctx<PersonActor>,
  verb: (ctx: Ctx<PersonActor>) => Promise<T>,
  onward: (answer: T) => string,
): Promise<FormState> {
  const outcome = await outcomeOf(ctx, verb);
  if (outcome.ok) redirect(onward(outcome.value));
  return { message: outcome.error };
}
