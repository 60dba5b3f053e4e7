import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { exportList, same } from "@/lib/domain/core/lists";
import { readPartnerTimes, type Times } from "../reports/read-reports";

/** How long the partner took in the last twelve months, by legal basis, as CSV. The ledger records who exported. */
export async function exportPartnerTimes(
  ctx: Ctx<PortalUserActor>,
): Promise<{ fileName: string; csv: ReadableStream<Uint8Array> }> {
  const csv = await exportList<Times, Times>(ctx, {
    csv: {
      file: "takedown-times",
      action: "removal_report.exported",
      columns: {
        month: "month",
        final: "isFinal",
        legalBasis: ({ basis }) => basis ?? "ALL",
        takenDown: "done",
        ...same("medianHours", "longestHours", "breached"),
      },
    },
    detail: { file: "times", format: "csv" },
    rows: rowsOf(ctx),
  });
  return { fileName: "takedown-times.csv", csv };
}

async function* rowsOf(ctx: Ctx<PortalUserActor>): AsyncGenerator<Times[]> {
  yield await readPartnerTimes(ctx);
}
