import type { Metadata } from "next";
import { requirePortalUser } from "@/app/session";
import { KeyList } from "@/components/parties/keys/key-list";
import { listKeys, MAX_ACTIVE_KEYS, presentKey } from "@/lib/domain/parties/keys";
import { getLimits } from "@/lib/domain/parties/partners";
import { may } from "@/lib/domain/parties/people";
import { env } from "@/lib/platform/env";
import { cancelRevocationAction, createKeyAction, revokeKeyAction } from "./actions";

export const metadata: Metadata = { title: "API keys" };

/** The partner's keys: create, watch, rotate, revoke. Contract: Authentication, 2 to 4. */
export default async function KeysPage() {
  const ctx = await requirePortalUser();
  const [keys, limits] = await Promise.all([listKeys(ctx), getLimits(ctx)]);
  return (
    <KeyList
      partnerId={ctx.actor.partnerId}
      initial={{ keys: keys.map(presentKey) }}
      limit={MAX_ACTIVE_KEYS}
      limits={limits}
      mayManage={may(ctx.actor.role, "manage_integration")}
      baseUrl={env().baseUrl}
      create={createKeyAction.bind(null, null)}
      revoke={revokeKeyAction}
      cancelRevocation={cancelRevocationAction}
    />
  );
}
