"use client";

import { Live } from "@/components/live/live";
import { RefreshOnChange } from "@/components/live/refresh";
import type { UploadSessionStatus } from "@/lib/domain/scenes/upload-sessions/labels";

const LIVE_MS = 3_000;
const UNREAD = { rows: [], newer: null, older: null };

/** Refreshes the page of a pending session when the creator attests or the session expires. */
export const SessionWatch = ({ id, status }: { id: string; status: UploadSessionStatus }) => (
  <Live
    route="/api/portal/sessions"
    view={`${id} ${status}`}
    query={() => new URLSearchParams({ q: id })}
    initial={UNREAD}
    everyMs={status === "pending" ? LIVE_MS : null}
  >
    {({ data }) => <RefreshOnChange rendered={status} now={data.rows.find((row) => row.id === id)?.status ?? status} />}
  </Live>
);
