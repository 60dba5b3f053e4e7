import { currentActor } from "@/app/current-actor";
import { portalEndpointWith } from "@/lib/api/portal-endpoint";
import { may } from "@/lib/domain/people";

/** A data route of the portal, for people signed in to a partner's team. */
export const portalEndpoint = portalEndpointWith({ currentActor, may });
