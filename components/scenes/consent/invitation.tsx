import { Camera, Eye, FileSignature, Scale } from "lucide-react";
import type { ReactNode } from "react";
import { Heading, Point } from "@/components/acts/parts";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { QuietLink } from "./parts";

type InvitationProps = {
  partnerName: string;
  /** Of a verification job. */
  isJob: boolean;
  custodian: string;
  /** Shows only the title and `children`: the person has read the rest. */
  brief: boolean;
  /** Null for who is about to refuse. */
  refuseUrl: string | null;
  /** What proves the mailbox. */
  children: ReactNode;
};

/** Who asks for what, and what it takes. The same for everyone, known to us or not, before and after they decided. */
export function Invitation({ partnerName, isJob, custodian, brief, refuseUrl, children }: InvitationProps) {
  if (brief) {
    return (
      <div className="flex flex-col gap-6">
        <Heading title={`Your consent for ${partnerName}`}>
          {refuseUrl ? null : "To refuse, confirm your mailbox first. You choose a reason on the next page."}
        </Heading>
        {children}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-8">
      <Heading title={`Your consent for ${partnerName}`}>
        {partnerName} says that you perform in a scene. It may publish the scene only if everyone in it consents, so{" "}
        {SERVICE_NAME} asks you directly.
      </Heading>
      <ul className="flex flex-col gap-6">
        <Point icon={<FileSignature aria-hidden />} title="What happens next">
          You confirm that it is you. Then you read a release, and sign or refuse it. Without your signature, the scene
          can’t be published. If you already decided, you see your decision and your copy.
        </Point>
        <Point icon={<Camera aria-hidden />} title="What it takes">
          A few minutes. If we haven’t verified your ID before, also a camera and a passport, driver’s license, ID card
          or residence permit. You can stop and come back.
        </Point>
        <Point icon={<Eye aria-hidden />} title="Who sees your ID">
          The custodians of records at {custodian}, and inspectors where the law requires it. {partnerName} learns{" "}
          {isJob
            ? "when you signed and when your ID was verified, or that you refused, but not why"
            : "whether you agreed or refused, and the reason you choose if you refuse"}
          . It never learns your legal name, date of birth or document.
        </Point>
        <Point icon={<Scale aria-hidden />} title="Why us">
          United States law (18 U.S.C. § 2257) requires records that prove everyone in sexually explicit material is an
          adult.
        </Point>
      </ul>
      {children}
      <div className="flex flex-col gap-3">
        <p className="text-muted text-sm">This signs nothing. You decide on a later page.</p>
        {refuseUrl ? <QuietLink href={refuseUrl}>That is not me</QuietLink> : null}
      </div>
    </div>
  );
}
