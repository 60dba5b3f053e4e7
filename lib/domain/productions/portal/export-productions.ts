import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { exportList } from "@/lib/domain/core/list-export";
import type { CsvColumns } from "@/lib/platform/csv-stream";
import { listProductions, type ProductionRow } from "../list-productions";
import type { ProductionFilters } from "./schemas";

// The names of the API.
const COLUMNS: CsvColumns<ProductionRow> = [
  ["productionId", (row) => row.id],
  ["title", (row) => row.title],
  ["producer", (row) => row.producerName],
  ["productionDate", (row) => row.productionDate.toISOString()],
  ["status", (row) => row.status],
  ["performerCount", (row) => row.performerCount],
  ["waitingCount", (row) => row.missingCount],
  ["depictionCount", (row) => row.depictionCount],
  ["certificateId", (row) => row.certificate?.id ?? null],
  ["certificateStatus", (row) => row.certificate?.status ?? null],
  ["certificateExpiresAt", (row) => row.certificate?.expiresAt.toISOString() ?? null],
  ["createdAt", (row) => row.createdAt.toISOString()],
];

/** Streams the filtered productions that are linked to the partner as CSV, newest first. */
export const exportProductions = (
  ctx: Ctx<PortalUserActor>,
  filters: ProductionFilters,
): Promise<ReadableStream<Uint8Array>> =>
  exportList(ctx, {
    action: "production_list.exported",
    filters,
    columns: COLUMNS,
    readPage: (place) => listProductions(ctx, { ...filters, ...place }),
  });
