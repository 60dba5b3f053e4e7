import type { LogEntry } from "@/lib/api/request-log/redact";
import { newId } from "@/lib/platform/ids";

/** A call as the request log gets it. */
export function logEntry(more: Partial<LogEntry> = {}): LogEntry {
  return {
    id: newId(),
    at: Date.now(),
    partnerId: "p",
    keyId: "k",
    method: "GET",
    route: "/api/v1/x",
    path: "/api/v1/x",
    query: "",
    status: 200,
    code: null,
    field: null,
    durationMs: 1.5,
    ip: "127.0.0.1",
    userAgent: null,
    requestHeaders: ["Accept", "*/*"],
    requestBody: null,
    responseHeaders: {},
    responseBody: "{}",
    ...more,
  };
}
