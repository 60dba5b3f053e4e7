import { photoRoutes } from "@/app/(hosted)/identity-steps/photo-route";
import { phonePage, photographerOf } from "../../phone";

export const { GET, POST } = photoRoutes({ find: photographerOf, page: phonePage, start: phonePage });
