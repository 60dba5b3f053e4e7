"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { actionId } from "@/app/action-id";
import { errorOf, type Outcome, outcomeOf } from "@/app/outcome";
import { requirePortalUser } from "@/app/session";
import type { ActionResult } from "@/components/ui/form-state";
import { discardChecked, importChecked, offerImportUpload, startImport } from "@/lib/domain/content";

const IMPORT_PATH = "/portal/content/import";

// Anybody can call an action with anything: what is no name or no size is refused as a bad one.
const FileAbout = z.object({ fileName: z.string().max(1024).catch(""), bytes: z.int().min(0).catch(0) });

/** Where the browser sends a file that is to be imported. */
export async function offerUpload(about: unknown): Promise<Outcome<{ importId: string; path: string }>> {
  const ctx = await requirePortalUser("manage_records");
  const file = FileAbout.catch({ fileName: "", bytes: 0 }).parse(about);
  return outcomeOf(ctx, (by) => offerImportUpload(by, file));
}

/** Begins to check, or to import, a file that has arrived. */
export async function beginImport(id: string, name: string, dryRun: boolean): Promise<ActionResult> {
  const ctx = await requirePortalUser("manage_records");
  const { partnerId } = ctx.actor;
  const { fileName } = FileAbout.pick({ fileName: true }).parse({ fileName: name });
  const about = { partnerId, importId: actionId(id), fileName, dryRun: dryRun !== false };
  const result = await errorOf(ctx, (by) => startImport(by, about));
  revalidatePath(IMPORT_PATH);
  return result;
}

/** Imports a file that was checked. */
export async function importCheckedFile(id: string): Promise<ActionResult> {
  const ctx = await requirePortalUser("manage_records");
  const importId = actionId(id);
  const result = await errorOf(ctx, (by) => importChecked(by, { importId }));
  revalidatePath(`${IMPORT_PATH}/${importId}`);
  return result;
}

/** Throws away a file that was checked. */
export async function discardCheckedFile(id: string): Promise<ActionResult> {
  const ctx = await requirePortalUser("manage_records");
  const importId = actionId(id);
  const result = await errorOf(ctx, (by) => discardChecked(by, { importId }));
  revalidatePath(`${IMPORT_PATH}/${importId}`);
  return result;
}
