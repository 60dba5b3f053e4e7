import * as cancelCollabScene from "@/app/api/v1/collab-scenes/[sceneId]/cancel/route";
import * as extendCollabScene from "@/app/api/v1/collab-scenes/[sceneId]/extend/route";
import * as sceneProof from "@/app/api/v1/collab-scenes/[sceneId]/proof/route";
import * as removePublication from "@/app/api/v1/collab-scenes/[sceneId]/publications/[pubId]/remove/route";
import * as publications from "@/app/api/v1/collab-scenes/[sceneId]/publications/route";
import * as collabScene from "@/app/api/v1/collab-scenes/[sceneId]/route";
import * as collabScenes from "@/app/api/v1/collab-scenes/route";
import * as contentProof from "@/app/api/v1/content/[depictionId]/proof/route";
import * as contentBulk from "@/app/api/v1/content/bulk/route";
import * as contentCheck from "@/app/api/v1/content/check/route";
import * as events from "@/app/api/v1/events/route";
import * as productionCertificates from "@/app/api/v1/productions/[productionId]/certificates/route";
import * as productionProof from "@/app/api/v1/productions/[productionId]/proof/route";
import * as production from "@/app/api/v1/productions/[productionId]/route";
import * as verifyCertificate from "@/app/api/v1/productions/[productionId]/verify-certificate/route";
import * as revokedCertificates from "@/app/api/v1/productions/revoked-certificates/route";
import * as productions from "@/app/api/v1/productions/route";
import * as complianceCopy from "@/app/api/v1/solo-accounts/[accountId]/content/[externalContentId]/compliance-copy/route";
import * as oneContent from "@/app/api/v1/solo-accounts/[accountId]/content/[externalContentId]/route";
import * as content from "@/app/api/v1/solo-accounts/[accountId]/content/route";
import * as deactivateSoloAccount from "@/app/api/v1/solo-accounts/[accountId]/deactivate/route";
import * as reactivateSoloAccount from "@/app/api/v1/solo-accounts/[accountId]/reactivate/route";
import * as soloAccount from "@/app/api/v1/solo-accounts/[accountId]/route";
import * as soloAccountsBulk from "@/app/api/v1/solo-accounts/bulk/route";
import * as soloAccounts from "@/app/api/v1/solo-accounts/route";
import * as checkTalent from "@/app/api/v1/talent/check/route";
import * as uploadSession from "@/app/api/v1/upload-sessions/[sessionId]/route";
import * as uploadSessions from "@/app/api/v1/upload-sessions/route";
import * as cancelVerificationJob from "@/app/api/v1/verification-jobs/[id]/cancel/route";
import * as verificationJob from "@/app/api/v1/verification-jobs/[id]/route";
import * as verificationJobs from "@/app/api/v1/verification-jobs/route";
import * as webhookEndpoint from "@/app/api/v1/webhook-endpoints/[endpointId]/route";
import * as webhookEndpoints from "@/app/api/v1/webhook-endpoints/route";
import type { Route } from "@/lib/api/declaration";

/** Every route of the partner API, in the reference's order. Our own server serves from this list. */
export const routes: readonly Route[] = [
  { path: "/api/v1/solo-accounts", handlers: soloAccounts },
  { path: "/api/v1/solo-accounts/bulk", handlers: soloAccountsBulk },
  { path: "/api/v1/solo-accounts/{accountId}", handlers: soloAccount },
  { path: "/api/v1/solo-accounts/{accountId}/deactivate", handlers: deactivateSoloAccount },
  { path: "/api/v1/solo-accounts/{accountId}/reactivate", handlers: reactivateSoloAccount },
  { path: "/api/v1/solo-accounts/{accountId}/content", handlers: content },
  { path: "/api/v1/content/bulk", handlers: contentBulk },
  { path: "/api/v1/content/check", handlers: contentCheck },
  {
    path: "/api/v1/solo-accounts/{accountId}/content/{externalContentId}/compliance-copy",
    handlers: complianceCopy,
  },
  { path: "/api/v1/solo-accounts/{accountId}/content/{externalContentId}", handlers: oneContent },
  { path: "/api/v1/content/{depictionId}/proof", handlers: contentProof },
  { path: "/api/v1/talent/check", handlers: checkTalent },
  { path: "/api/v1/collab-scenes", handlers: collabScenes },
  { path: "/api/v1/collab-scenes/{sceneId}", handlers: collabScene },
  { path: "/api/v1/collab-scenes/{sceneId}/proof", handlers: sceneProof },
  { path: "/api/v1/collab-scenes/{sceneId}/cancel", handlers: cancelCollabScene },
  { path: "/api/v1/collab-scenes/{sceneId}/extend", handlers: extendCollabScene },
  { path: "/api/v1/collab-scenes/{sceneId}/publications", handlers: publications },
  { path: "/api/v1/collab-scenes/{sceneId}/publications/{pubId}/remove", handlers: removePublication },
  { path: "/api/v1/upload-sessions", handlers: uploadSessions },
  { path: "/api/v1/upload-sessions/{sessionId}", handlers: uploadSession },
  { path: "/api/v1/verification-jobs", handlers: verificationJobs },
  { path: "/api/v1/verification-jobs/{id}", handlers: verificationJob },
  { path: "/api/v1/verification-jobs/{id}/cancel", handlers: cancelVerificationJob },
  { path: "/api/v1/productions", handlers: productions },
  { path: "/api/v1/productions/{productionId}", handlers: production },
  { path: "/api/v1/productions/{productionId}/proof", handlers: productionProof },
  { path: "/api/v1/productions/{productionId}/certificates", handlers: productionCertificates },
  { path: "/api/v1/productions/{productionId}/verify-certificate", handlers: verifyCertificate },
  { path: "/api/v1/productions/revoked-certificates", handlers: revokedCertificates },
  { path: "/api/v1/events", handlers: events },
  { path: "/api/v1/webhook-endpoints", handlers: webhookEndpoints },
  { path: "/api/v1/webhook-endpoints/{endpointId}", handlers: webhookEndpoint },
];
