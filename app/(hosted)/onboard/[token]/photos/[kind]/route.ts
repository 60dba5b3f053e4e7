import { photoRoutes } from "@/app/(hosted)/identity-steps/photo-route";

export const { GET, POST } = photoRoutes("/onboard");
