import { guestRoutes } from "@/app/(hosted)/identity-steps/host";
import { photoRoutes } from "@/app/(hosted)/identity-steps/photo-route";

export const { GET, POST } = photoRoutes(guestRoutes("/onboard"));
