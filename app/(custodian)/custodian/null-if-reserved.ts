import { notFound } from "next/navigation";
import { noteRefusal } from "@/app/forms";
import type { Ctx } from "@/lib/domain/core/context";
import { AppError, NotFound } from "@/lib/platform/errors";

/** Null for a custodian's conflict of interest, which is logged. Shows the 404 page for a record that doesn't exist. */
export const nullIfReserved =
  (ctx: Ctx) =>
  (error: unknown): null => {
    if (error instanceof NotFound) notFound();
    noteRefusal("page", ctx, error);
    if (error instanceof AppError && error.code === "conflict_of_interest") return null;
    throw error;
  };
