import { cookies } from "next/headers";
import { parseZone, ZONE_COOKIE } from "@/components/ui/theme/preferences";

/** The reader's time zone, for what the server draws. Undefined on a first visit, which shows UTC. */
export const readerZone = async (): Promise<string | undefined> => parseZone((await cookies()).get(ZONE_COOKIE)?.value);
