import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { readListAddress } from "@/components/lists/list-address";
import { CreateSessionForm } from "@/components/scenes/upload-sessions/create-session-form";
import { SESSIONS_PATH } from "@/components/shell/addresses";
import { Card, CardBody } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { findAccounts } from "@/lib/domain/accounts";
import { rosterList } from "@/lib/domain/accounts/roster";
import { createSessionAction } from "../actions";

export const metadata: Metadata = { title: "Create a session" };

const SUGGESTED = 20;

/** Creates one upload session by hand. */
export default async function NewSessionPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser("manage_integration");
  const { creator } = readListAddress(await searchParams, ["creator"]);
  const [named, { rows: creators }] = await Promise.all([
    creator ? findAccounts(ctx, creator) : [],
    rosterList.read(ctx, { status: "active", limit: SUGGESTED }),
  ]);
  const suggested = creators.map(({ externalUserId }) => externalUserId);
  return (
    <>
      <PageHeader
        title="Create a session"
        back={{ href: SESSIONS_PATH, label: "Upload sessions" }}
        description={
          <>
            The same as <TextLink href="/docs/upload-sessions#createUploadSession">an API call</TextLink>: you get a
            link to send to the creator.
          </>
        }
      />
      <Card className="max-w-2xl">
        <CardBody>
          <CreateSessionForm
            create={createSessionAction}
            creator={named[0]?.externalUserId ?? suggested[0]}
            suggested={suggested}
          />
        </CardBody>
      </Card>
    </>
  );
}
