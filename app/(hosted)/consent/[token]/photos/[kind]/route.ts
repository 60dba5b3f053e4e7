import { photoRoutes } from "@/app/(hosted)/identity-steps/photo-route";
import { consentHost } from "../../host";

export const { GET, POST } = photoRoutes(consentHost);
