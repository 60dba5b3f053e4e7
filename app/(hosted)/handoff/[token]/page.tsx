import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TOO_MANY } from "@/app/(hosted)/browser";
import { type Failed, PhotoSlots } from "@/app/(hosted)/identity-steps/photo-slots";
import { Heading, StatusHeading } from "@/components/acts/parts";
import { HostedShell } from "@/components/shell/site";
import { Callout } from "@/components/ui/callout";
import { LargeSubmit } from "@/components/ui/form";
import { missingPhotos } from "@/lib/domain/identity";
import { randomToken } from "@/lib/platform/crypto";
import { finishAction, removeOnPhoneAction, takeHandoffAction } from "./actions";
import { findPhone, phonePage } from "./phone";

export const metadata: Metadata = { title: "Photos for your ID check" };

type Props = { params: Promise<{ token: string }>; searchParams: Promise<Failed & { often?: string | string[] }> };

/** What a code opens on a phone: a button, then the photos, and nothing else of the check. */
export default async function HandoffPage({ params, searchParams }: Props) {
  const { token } = await params;
  const found = await findPhone(token);
  if (!found) notFound();
  const { often, ...failed } = await searchParams;
  if (found === "unused") {
    return (
      <HostedShell>
        <div className="flex flex-col gap-6">
          {often === undefined ? null : <Callout tone="waiting">{TOO_MANY}</Callout>}
          <Heading title="Take the photos with this phone">
            You take photos of a document and of your face here, and continue on the page that showed you the code.
          </Heading>
          <form action={takeHandoffAction.bind(null, token)}>
            <input type="hidden" name="press" value={randomToken()} />
            <LargeSubmit>Start</LargeSubmit>
          </form>
          <p className="text-muted text-sm">
            Did someone else send you this code? Close this page: the photos would become part of their check.
          </p>
        </div>
      </HostedShell>
    );
  }
  const { partnerName, documentType, photos, finished } = found;
  if (finished) {
    return (
      <HostedShell partnerName={partnerName}>
        <StatusHeading tone="done" status="Photos taken" title="Continue on your other device">
          That page continues by itself. Nothing is sent to a custodian before you press “Send” there. You can close
          this page.
        </StatusHeading>
      </HostedShell>
    );
  }
  const missing = missingPhotos({ documentType, photos });
  return (
    <HostedShell partnerName={partnerName}>
      <div className="flex flex-col gap-6">
        <Heading title="Photos">They appear on your other device, where you check and send them.</Heading>
        <PhotoSlots
          documentType={documentType}
          photos={photos.map(({ kind, id, isOwn }) => ({ kind, id, isElsewhere: !isOwn }))}
          start={phonePage(token)}
          failed={failed}
          removeAction={removeOnPhoneAction.bind(null, token)}
        />
        {missing.length === 0 ? (
          <form action={finishAction.bind(null, token)}>
            <LargeSubmit>Finish</LargeSubmit>
          </form>
        ) : null}
      </div>
    </HostedShell>
  );
}
