import { listRoute } from "@/app/api/portal/endpoint";
import { contentList } from "@/lib/domain/records/content";

/** A page of the partner's content log. */
export const GET = listRoute(contentList);
