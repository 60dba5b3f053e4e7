import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { exportList } from "@/lib/domain/core/list-export";
import type { CsvColumns } from "@/lib/platform/csv-stream";
import { listUploadSessions } from "./list-sessions";
import type { SessionFilters, SessionRow } from "./schemas";

// The names of the API.
const COLUMNS: CsvColumns<SessionRow> = [
  ["sessionId", (row) => row.id],
  ["contentId", (row) => row.contentId],
  ["contentTitle", (row) => row.contentTitle],
  ["contentType", (row) => row.contentType],
  ["path", (row) => row.path],
  ["status", (row) => row.status],
  ["uploaderAccountId", (row) => row.creator.accountId],
  ["uploaderExternalUserId", (row) => row.creator.externalUserId],
  ["createdAt", (row) => row.createdAt],
  ["expiresAt", (row) => row.expiresAt],
  ["completedAt", (row) => row.completedAt],
  ["sceneId", (row) => row.sceneId],
];

/** Streams the partner's filtered upload sessions as CSV, newest first. */
export const exportUploadSessions = (
  ctx: Ctx<PortalUserActor>,
  filters: SessionFilters,
): Promise<ReadableStream<Uint8Array>> =>
  exportList(ctx, {
    action: "upload_session_list.exported",
    filters,
    columns: COLUMNS,
    readPage: (place) => listUploadSessions(ctx, { ...filters, ...place }),
  });
