import type { Metadata } from "next";
import { readerZone } from "@/app/reader-zone";
import { requirePortalUser } from "@/app/session";
import { ChangesPage } from "@/components/overview/changes-today";
import { listChangesToday } from "@/lib/domain/events/changes";

export const metadata: Metadata = { title: "Changed today" };

/** What changed for the partner today, in the reader’s time zone. */
export default async function ChangesTodayPage() {
  const ctx = await requirePortalUser();
  return <ChangesPage {...(await listChangesToday(ctx, await readerZone()))} />;
}
