import type { Ctx, ExaminerActor } from "@/lib/domain/core/context";
import { findOrigin, listLedgerKeys } from "@/lib/domain/core/transparency";
import { env } from "@/lib/platform/env";
import { NotFound } from "@/lib/platform/errors";
import { SEES } from "./labels";
import { recordLook, whileOpen } from "./looks";

/** How this service works, of its running configuration. Nobody's name or ID. */
export type Processes = {
  custodian: { name: string; title: string; address: string; hours: string };
  identityDriver: "custodian_review" | "stripe_identity";
  /** Where files are: `isLocked` if the store itself refuses to delete what must be kept. */
  files: { store: "s3" | "disk"; isLocked: boolean };
  log: { origin: string; witnesses: number };
  /** All keys that ever signed the log, newest first. */
  keys: { id: string; verifierKey: string; createdAt: Date; retiredAt: Date | null }[];
};

/** What an open examination says of how the service works. The look is kept. Throws `NotFound`, also for a profile that doesn't see it. */
export async function readProcesses(ctx: Ctx<ExaminerActor>): Promise<Processes> {
  await whileOpen(ctx, async (tx, examination) => {
    if (!SEES[examination.profile].processes) throw new NotFound();
    const subject = { kind: "examination", id: examination.id } as const;
    await recordLook(tx, ctx, examination, {
      ...{ kind: "index", action: "examination.index_viewed", subject, title: "Processes" },
    });
  });
  // After the transaction, so that it doesn't hold a second connection.
  const { custodianName, custodianTitle, custodianAddress, custodianHours, identityDriver, s3, ...rest } = env();
  return {
    custodian: {
      ...{ name: custodianName, title: custodianTitle, address: custodianAddress, hours: custodianHours },
    },
    identityDriver,
    files: { store: s3 ? "s3" : "disk", isLocked: s3?.objectLock ?? false },
    log: { origin: await findOrigin(), witnesses: rest.ledgerWitnesses.length },
    keys: await listLedgerKeys(),
  };
}
