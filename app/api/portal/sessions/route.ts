import { listRoute } from "@/app/api/portal/endpoint";
import { sessionList } from "@/lib/domain/scenes/upload-sessions";

/** A page of the partner's upload sessions. */
export const GET = listRoute(sessionList);
