import { notFound } from "next/navigation";
import { cache } from "react";
import { requireProducer } from "@/app/session";
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
