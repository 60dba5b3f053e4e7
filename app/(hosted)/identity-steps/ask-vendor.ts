import { asStranger } from "@/app/(hosted)/browser";
import { refreshVendorCheck } from "@/lib/domain/creators/decisions";
import type { OwnCheck } from "@/lib/domain/identity";
import { log } from "@/lib/platform/log";

/**
 * Ask the verification service about a check that it has, because its message may still be on its way. True when the stage must be
 * read again. `name` tells the ledger which pages asked.
 */
export async function askVendor(name: string, stage: { at: string; check?: OwnCheck }): Promise<boolean> {
  const { at, check } = stage;
  if (!check?.vendorSessionId || (at !== "draft" && at !== "submitted")) return false;
  try {
    await asStranger(name, (ctx) => refreshVendorCheck(ctx, check.id));
    return true;
  } catch (error) {
    log.warn({ err: error, check: check.id }, "the verification service did not answer");
    return false;
  }
}
