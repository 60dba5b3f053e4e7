import { Conflict } from "@/lib/platform/errors";

/** An import that was checked and waits for somebody to import or to discard it. */
export const CHECKED = { dryRun: true, status: "done", discardedAt: null } as const;

/** What is told where one that was named is none of these. */
export const notChecked = () =>
  new Conflict("NOT_CHECKED", "This file was imported or discarded already, or its check is not over");
