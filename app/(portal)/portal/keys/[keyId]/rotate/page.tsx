import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requirePortalUser } from "@/app/session";
import { KeyRotation } from "@/components/parties/keys/key-rotation";
import { PageHeader } from "@/components/ui/page-header";
import { listKeys, presentKey } from "@/lib/domain/parties/keys";
import { datedName } from "@/lib/domain/parties/keys/scopes";
import { clock } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { cancelRevocationAction, createKeyAction, revokeKeyAction, scheduleRevocationAction } from "../../actions";

export const metadata: Metadata = { title: "Rotate a key" };

/** Rotates a key without an outage, in four steps. Contract: Authentication, 4. */
export default async function RotatePage({ params }: { params: Promise<{ keyId: string }> }) {
  const ctx = await requirePortalUser("manage_integration");
  const { keyId } = await params;
  const keys = (await listKeys(ctx)).map(presentKey);
  const old = keys.find(({ id, mode }) => id === keyId && mode === "live");
  if (!old) notFound();
  return (
    <>
      <PageHeader
        title={`Rotate “${old.name}”`}
        description="A new key takes over while the old one still works, so no call is lost."
        back={{ href: "/portal/keys", label: "API keys" }}
      />
      <KeyRotation
        partnerId={ctx.actor.partnerId}
        initial={{ keys }}
        oldId={old.id}
        suggestion={datedName(old.name, clock.now())}
        baseUrl={env().baseUrl}
        create={createKeyAction.bind(null, old.id)}
        revoke={revokeKeyAction}
        plan={scheduleRevocationAction}
        cancel={cancelRevocationAction}
      />
    </>
  );
}
