import { QrCode as QrCodeIcon } from "lucide-react";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { KeepRefreshing } from "@/components/live/refresh";
import { buttonStyles } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { SubmitButton } from "@/components/ui/form";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { QrCode } from "@/components/ui/qr-code";
import { Time } from "@/components/ui/time";
import { findHandoff, missingPhotos, type ShownHandoff } from "@/lib/domain/identity";
import { photosNeeded } from "@/lib/domain/identity/documents";
import { endHandoffAction, startHandoffAction, takePhotoOutAction } from "./actions";
import { type OpenDraft, stepsOf } from "./host";
import { type Failed, PhotoSlots } from "./photo-slots";

/** `phone`: the page waits for a phone, and goes on when it has finished. */
export type PhotosQuery = Failed & { phone?: string | string[] };

/** The photos, taken here or on a phone. */
export async function photosStep({ area, token, start, check, ctx }: OpenDraft, { phone, ...failed }: PhotosQuery) {
  if (!stepsOf(check).some(({ name }) => name === "photos")) redirect(start);
  if (!check.documentType) redirect(`${start}/document`);
  const { documentType, photos } = check;
  const needed = photosNeeded(documentType);
  const isComplete = missingPhotos(check).length === 0;
  const handoff = await findHandoff(ctx, check.id);
  if (phone !== undefined && handoff?.at === "finished" && isComplete) redirect(`${start}/review`);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Photos"
        description={`Add ${needed.length === 2 ? "two" : "three"} photos. We save each one right away, so you can come back later.`}
      />
      <OnPhone
        handoff={handoff}
        page={`${start}/photos?phone`}
        start={startHandoffAction.bind(null, area, token)}
        end={endHandoffAction.bind(null, area, token)}
      />
      <PhotoSlots
        documentType={documentType}
        photos={photos}
        start={start}
        failed={failed}
        removeAction={takePhotoOutAction.bind(null, area, token)}
      />
      {isComplete ? (
        <ButtonLink href={`${start}/review`} variant="primary" size="lg" className="max-sm:w-full sm:self-start">
          Continue
        </ButtonLink>
      ) : null}
    </div>
  );
}

type OnPhoneProps = {
  handoff: ShownHandoff | null;
  /** This page. Without a fragment, so that following it loads it again. */
  page: string;
  start: () => Promise<void>;
  end: () => Promise<void>;
};

/** Takes the photos with a phone, for a device that isn't one. */
function OnPhone({ handoff, page, start, end }: OnPhoneProps) {
  if (!handoff || handoff.at === "finished") {
    return (
      <PhonePart title="Use your phone" className="pointer-coarse:hidden">
        <p className="text-muted text-sm">
          A phone takes better photos. Scan a code with it, and this page continues when you finish there.
        </p>
        <form action={start}>
          <SubmitButton variant="secondary" icon={<QrCodeIcon aria-hidden />}>
            Show the code
          </SubmitButton>
        </form>
      </PhonePart>
    );
  }
  const isWaiting = handoff.at === "waiting";
  return (
    <PhonePart title={isWaiting ? "Scan this code with your phone" : "Your phone takes the photos"}>
      <KeepRefreshing onlyWithScripts />
      {handoff.at === "waiting" ? (
        <QrCode text={handoff.url} label="QR code for your phone" className="w-52 max-w-full" />
      ) : null}
      <p className="text-muted text-sm" role="status">
        {isWaiting
          ? "It opens only these photos, on one phone, until "
          : "They appear below as you take them, and this page continues when you press “Finish” there. The phone has until "}
        <Time at={handoff.until} as="datetime" />.
      </p>
      <div className="flex flex-wrap gap-3">
        <noscript>
          <a href={page} className={buttonStyles({ variant: "primary" })}>
            Continue
          </a>
        </noscript>
        <form action={end}>
          <SubmitButton variant="secondary">{isWaiting ? "Cancel" : "Disconnect the phone"}</SubmitButton>
        </form>
      </div>
    </PhonePart>
  );
}

const PhonePart = ({ title, className, children }: { title: string; className?: string; children: ReactNode }) => (
  <section
    id="phone"
    aria-labelledby="phone-title"
    className={cn("flex flex-col items-start gap-3 rounded-lg border border-line bg-surface p-4 sm:p-6", className)}
  >
    <h2 id="phone-title" className="font-semibold">
      {title}
    </h2>
    {children}
  </section>
);
