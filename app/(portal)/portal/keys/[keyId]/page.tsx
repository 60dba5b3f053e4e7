import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requirePortalUser } from "@/app/session";
import { AccessForm } from "@/components/parties/keys/access-form";
import { KeyStatus, KeyText, LastUse } from "@/components/parties/keys/key-status";
import { KeyValue } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { TitledCard } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { listKeys, presentKey } from "@/lib/domain/parties/keys";
import { networkWords, scopeWords } from "@/lib/domain/parties/keys/scopes";
import { isLive } from "@/lib/domain/parties/keys/states";
import { may } from "@/lib/domain/parties/people";
import { changeAccessAction } from "../actions";

export const metadata: Metadata = { title: "API key" };

/** One key, and its access. Contract: Authentication, 9 to 11. */
export default async function KeyPage({ params }: { params: Promise<{ keyId: string }> }) {
  const ctx = await requirePortalUser();
  const { keyId } = await params;
  const key = (await listKeys(ctx)).map(presentKey).find(({ id, mode }) => id === keyId && mode === "live");
  if (!key) notFound();
  const mayChange = may(ctx.actor.role, "manage_integration") && isLive(key.status);
  return (
    <>
      <PageHeader title={key.name} meta={<KeyStatus item={key} />} back={{ href: "/portal/keys", label: "API keys" }} />
      <div className="flex max-w-3xl flex-col gap-6">
        <TitledCard title="Key">
          <KeyValue
            items={[
              { label: "Key", value: <KeyText {...key} /> },
              { label: "Access", value: scopeWords(key.scopes) },
              { label: "Networks", value: networkWords(key.networks, 20) ?? "Every address" },
              { label: "Last used", value: <LastUse at={key.lastUsedAt} /> },
              { label: "Expires", value: key.expiresAt ? <Time at={key.expiresAt} as="date" /> : "Never" },
              {
                label: "Created",
                value: (
                  <>
                    <Time at={key.createdAt} /> by {key.createdBy ?? "support"}
                  </>
                ),
              },
            ]}
          />
        </TitledCard>
        {mayChange ? (
          <TitledCard title="Change access" description="Changes apply within a second. The key itself stays the same.">
            <AccessForm
              current={{ scopes: key.scopes, networks: key.networks }}
              change={changeAccessAction.bind(null, key.id)}
            />
          </TitledCard>
        ) : null}
      </div>
    </>
  );
}
