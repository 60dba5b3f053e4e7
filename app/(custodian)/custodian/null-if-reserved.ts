import { notFound } from "next/navigation";
import { AppError, NotFound } from "@/lib/platform/errors";

/** Null for a custodian's conflict of interest. Shows the 404 page for a record that doesn't exist. */
export function nullIfReserved(error: unknown): null {
  if (error instanceof NotFound) notFound();
  if (error instanceof AppError && error.code === "conflict_of_interest") return null;
  throw error;
}
