import { Camera, CreditCard, Eye, Scale } from "lucide-react";
import type { ReactNode } from "react";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { Heading, Point } from "./parts";

type IntroductionProps = {
  partnerName: string;
  custodian: string;
  /** What a creator pays each month, such as $19.99; null where the platform pays. */
  price: string | null;
  /** Only the question under way: the person has read the rest. */
  brief?: boolean;
  /** How to begin. */
  children: ReactNode;
};

/** Whose platform asks, why, what it takes and who will see it. The same for everybody who holds the link. */
export function Introduction({ partnerName, custodian, price, brief = false, children }: IntroductionProps) {
  if (brief) {
    return (
      <div className="flex flex-col gap-6">
        <Heading title={`Verify your ID for ${partnerName}`} />
        {children}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-8">
      <Heading title={`Verify your ID for ${partnerName}`}>
        {partnerName} has asked {SERVICE_NAME} to check your ID and to keep the record of it.
      </Heading>
      <ul className="flex flex-col gap-6">
        <Point icon={<Scale aria-hidden />} title="Why">
          United States law (18 U.S.C. § 2257) asks platforms like {partnerName} for proof, kept on record, that
          everybody who appears in sexually explicit material is an adult.
        </Point>
        <Point icon={<Camera aria-hidden />} title="What it takes">
          About three minutes, a passport, driving licence, ID card or residence permit, and a camera. You can stop and
          come back on this device whenever you like.
        </Point>
        {price ? (
          <Point icon={<CreditCard aria-hidden />} title="What it costs">
            {price} a month, by card, until you cancel, which you can do any time. One subscription is for every
            platform that asks you for it; if you have one, you do not pay again.
          </Point>
        ) : null}
        <Point icon={<Eye aria-hidden />} title="Who will see it">
          The custodians of records at {custodian}, and inspectors where the law says so. Each look is recorded.{" "}
          {partnerName} learns only whether you are verified: never your legal name, your date of birth or your
          document.
        </Point>
      </ul>
      {children}
      <p className="text-muted text-sm">
        Not you, or you would rather not? Close this page. Nobody is shown your ID before you send it, and an ID that is
        not sent is erased after 30 days.
      </p>
    </div>
  );
}
