import { Camera, Eye, FileSignature, Scale } from "lucide-react";
import { Heading, Point } from "@/components/hosted/parts";
import { LargeSubmit } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { QuietLink, SceneTitle } from "./parts";

type InvitationProps = {
  partnerName: string;
  title: string;
  /** Of a verification job. */
  isJob: boolean;
  /** Of the production that the job belongs to. */
  producerName: string | null;
  expiresAt: Date;
  custodian: string;
  refuseUrl: string;
  action: () => Promise<void>;
};

/** Who asks for what, and what it takes. The same for everyone, known to us or not. */
export function Invitation(props: InvitationProps) {
  const { partnerName, title, isJob, producerName, expiresAt, custodian, refuseUrl, action } = props;
  return (
    <div className="flex flex-col gap-8">
      <Heading title={`${partnerName} asks for your consent`}>
        {partnerName} says that you perform in <SceneTitle>{title}</SceneTitle>
        {producerName ? (
          <>
            , a production by <bdi>{producerName}</bdi>
          </>
        ) : null}
        . It may publish the scene only if everyone in it consents, so {SERVICE_NAME} asks you directly.
      </Heading>
      <ul className="flex flex-col gap-6">
        <Point icon={<FileSignature aria-hidden />} title="What happens next">
          You read a release, then sign or refuse it. Without your signature, the scene can’t be published. Decide
          before <Time at={expiresAt} as="deadline" />.
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
      <div className="flex flex-col gap-3">
        <form action={action}>
          <LargeSubmit>Continue</LargeSubmit>
        </form>
        <p className="text-muted text-sm">This signs nothing. You decide on a later page.</p>
        <QuietLink href={refuseUrl}>That is not me</QuietLink>
      </div>
    </div>
  );
}
