import { photoRoutes } from "@/app/(hosted)/identity-steps/photo-route";
import { onboardHost } from "../../host";

export const { GET, POST } = photoRoutes(onboardHost);
