import { notFound } from "next/navigation";
import { cache } from "react";
import { requirePortalUser } from "@/app/session";
import { type LinkedProduction, viewLinkedProduction } from "@/lib/domain/productions";
import { NotFound } from "@/lib/platform/errors";

/** Shows the 404 page if a verb finds no such record of the partner. Throws any other error. */
export function orNotFound(error: unknown): never {
  if (error instanceof NotFound) notFound();
  throw error;
}

/** A production that is linked to the partner. Any other is the 404 page. */
export const findProduction = cache(async (productionId: string): Promise<LinkedProduction> => {
  const ctx = await requirePortalUser();
  return viewLinkedProduction(ctx, productionId).catch(orNotFound);
});

/** What Next passes to a page: its parameters by name, and the URL's query. */
export type PageProps<Name extends string = never> = {
  params: Promise<Record<Name, string>>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};
