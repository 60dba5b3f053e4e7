import { env } from "@/lib/platform/env";

/** Whether the service is reached over https only, so that its cookies may say so. */
export const isSecure = (): boolean => env().baseUrl.startsWith("https:");

/** The cookie that holds the session token. `__Host-` keeps other hosts of the domain from planting one. */
export const sessionCookie = (): string => (isSecure() ? "__Host-svc_session" : "svc_session");

/** The cookie that remembers which partner somebody with several is looking at. It grants nothing. */
export const PARTNER_COOKIE = "svc_partner";
