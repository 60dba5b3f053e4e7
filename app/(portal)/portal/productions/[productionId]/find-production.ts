import { cache } from "react";
import { orNotFound } from "@/app/(portal)/portal/or-not-found";
import { requirePortalUser } from "@/app/session";
import { type LinkedProduction, viewLinkedProduction } from "@/lib/domain/productions";

/** A production that is linked to the partner. Any other is the 404 page. */
export const findProduction = cache(async (productionId: string): Promise<LinkedProduction> => {
  const ctx = await requirePortalUser();
  return viewLinkedProduction(ctx, productionId).catch(orNotFound);
});
