import { notFound } from "next/navigation";
import { AppError, NotFound } from "@/lib/platform/errors";

/** Null for the error about a custodian's own record. Shows the 404 page for a record that doesn't exist. */
export function nullIfOwn(error: unknown): null {
  if (error instanceof NotFound) notFound();
  if (error instanceof AppError && error.code === "own_record") return null;
  throw error;
}
