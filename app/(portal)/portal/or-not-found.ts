import { notFound } from "next/navigation";
import { NotFound } from "@/lib/platform/errors";

/** Shows the 404 page if a verb finds no such record of the partner. Throws any other error. */
export function orNotFound(error: unknown): never {
  if (error instanceof NotFound) notFound();
  throw error;
}
