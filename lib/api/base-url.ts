import { env } from "@/lib/platform/env";

/** The address at which the service is reached, without a trailing slash; for the doors, which do not read the environment. */
export const baseUrl = (): string => env().baseUrl;
