import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { outcomeOf } from "@/app/forms";
import { requireProducer } from "@/app/session";
import type { FormState } from "@/components/ui/form";
import type { Ctx, ProducerActor } from "@/lib/domain/context";
import { viewProduction } from "@/lib/domain/productions";
import { NotFound } from "@/lib/platform/errors";

/** One of the producer's own productions. Others get the 404 page. */
export const findProduction = cache(async (productionId: string) =>
  orNotFound(viewProduction(await requireProducer(), productionId)),
);

/** What a read returns. Shows the 404 page if it throws `NotFound`. */
export async function orNotFound<T>(read: Promise<T>): Promise<T> {
  return read.catch((error: unknown) => {
    if (error instanceof NotFound) notFound();
    throw error;
  });
}

/** Runs a verb for the producer and redirects to `onward`. Returns the error's message when the verb refuses. */
export async function run(
  ctx: Ctx<ProducerActor>,
  verb: (ctx: Ctx<ProducerActor>) => Promise<unknown>,
  onward: string,
): Promise<FormState> {
  const outcome = await outcomeOf(ctx, verb);
  if (outcome.ok) redirect(onward);
  return { message: outcome.error };
}
