import { redirect } from "next/navigation";
import { outcomeOf } from "@/app/forms";
import type { FormState } from "@/components/ui/form";
import type { Ctx, PersonActor } from "@/lib/domain/context";

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
