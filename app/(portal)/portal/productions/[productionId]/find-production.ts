import { notFound } from "next/navigation";
import { cache } from "react";
import { requirePortalUser } from "@/app/session";
import { type LinkedProduction, viewLinkedProduction } from "@/lib/domain/productions";
import { NotFound } from "@/lib/platform/errors";

/** A production that is linked to the partner. Any other is the 404 page. */
export const findProduction = cache(async (productionId: string): Promise<LinkedProduction> => {
  const ctx = await requirePortalUser();
  return viewLinkedProduction(ctx, productionId).catch(orNotFound);
});

/** Shows the 404 page for a production that isn't linked. */
export function orNotFound(error: unknown): never {
  if (error instanceof NotFound) notFound();
  throw error;
}
