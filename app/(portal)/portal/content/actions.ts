"use server";

import { z } from "zod";
import { action, read } from "@/app/action";
import { change, outcomeOf } from "@/app/forms";
import { requireEditor } from "@/app/session";
import { copyCookie, showCopyBy } from "@/app/stored-files";
import type { OpenedCopy } from "@/components/records/content/stored-copy";
import {
  discardChecked,
  importChecked,
  offerImportUpload,
  openCopy,
  startImport,
  TakeDownInput,
  takeDown,
} from "@/lib/domain/records/content";

/** Opens the stored copy for ten minutes. The ledger records who opened it. */
export const showCopyAction = action(requireEditor, [read.id], async (ctx, depictionId): Promise<OpenedCopy> => {
  return showCopyBy(ctx, copyCookie(depictionId), (by) => openCopy(by, { depictionId }));
});

export const removeContentAction = action(requireEditor, [read.id, read.form], async (ctx, depictionId, form) => {
  const input = TakeDownInput.safeParse({ reason: form.get("reason") ?? "" });
  if (!input.success) return { error: input.error.issues[0]?.message ?? "Say why, in a few words." };
  return change(ctx, `/portal/content/${depictionId}`, (by) => takeDown(by, { depictionId, ...input.data }));
});

const IMPORT_PATH = "/portal/content/import";

// Anyone can call an action with any arguments. Invalid names and sizes become ones that are refused later.
const FileAbout = z.object({ fileName: z.string().max(1024).catch(""), bytes: z.int().min(0).catch(0) });

/** Where the browser uploads a file to import. */
export const offerUploadAction = action(requireEditor, [read.data], async (ctx, about) => {
  const file = FileAbout.catch({ fileName: "", bytes: 0 }).parse(about);
  return outcomeOf(ctx, (by) => offerImportUpload(by, file));
});

/** Starts the check, or the import, of an uploaded file. */
export const startImportAction = action(
  requireEditor,
  [read.id, read.text, read.data],
  async (ctx, importId, name, dryRun) => {
    const { partnerId } = ctx.actor;
    const { fileName } = FileAbout.pick({ fileName: true }).parse({ fileName: name });
    const about = { partnerId, importId, fileName, dryRun: dryRun !== false };
    return change(ctx, IMPORT_PATH, (by) => startImport(by, about));
  },
);

export const importCheckedFileAction = action(requireEditor, [read.id], (ctx, importId) =>
  change(ctx, `${IMPORT_PATH}/${importId}`, (by) => importChecked(by, { importId })),
);

export const discardCheckedFileAction = action(requireEditor, [read.id], (ctx, importId) =>
  change(ctx, `${IMPORT_PATH}/${importId}`, (by) => discardChecked(by, { importId })),
);
