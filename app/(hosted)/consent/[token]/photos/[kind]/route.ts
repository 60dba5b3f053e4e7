import { consentHost } from "@/app/(hosted)/identity-steps/hosts";
import { photoRoutes } from "@/app/(hosted)/identity-steps/photo-route";

export const { GET, POST } = photoRoutes(consentHost);
