import { type ListAddress, listHref } from "@/components/lists/list-address";
import { productionHref } from "@/components/productions/production-address";
import { CONTENT_PATH } from "@/components/records/content/content-address";
import { extendedSceneHref, sceneHref } from "@/components/scenes/scene-address";
import type { TakedownRow } from "@/lib/domain/removals";

export const TAKEDOWNS_PATH = "/portal/takedowns";
export const TAKEDOWN_REPORTS_PATH = `${TAKEDOWNS_PATH}/reports`;

export const takedownsHref = (query: ListAddress): string => listHref(TAKEDOWNS_PATH, query);

export const takedownHref = ({ id }: { id: string }): string => `${TAKEDOWNS_PATH}/${id}`;

/** The page of the record that a takedown is about; null if it was erased. */
export function recordHref({ depictionId, productionId, sceneId, isOwnScene, url }: TakedownRow): string | null {
  if (productionId) return productionHref({ id: productionId });
  if (depictionId) return url && `${CONTENT_PATH}/${depictionId}`;
  return sceneId && (isOwnScene ? sceneHref({ id: sceneId }) : extendedSceneHref({ sceneId }));
}
