import { Camera, CreditCard, Eye, Scale } from "lucide-react";
import type { ReactNode } from "react";
import { Heading, Point } from "@/components/acts/parts";
import { SERVICE_NAME } from "@/lib/platform/brand";

type IntroductionProps = {
  partnerName: string;
  custodian: string;
  /** The monthly price for creators, such as $19.99; null where the platform pays. */
  price: string | null;
  /** Shows only the title and `children`: the person has read the rest. */
  brief?: boolean;
  /** The button or form that starts the check. */
  children: ReactNode;
};

/** Which platform asks, why, what it takes and who sees the ID. The same for everyone with the link. */
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
        {partnerName} asked {SERVICE_NAME} to verify your ID and keep the record.
      </Heading>
      <ul className="flex flex-col gap-6">
        <Point icon={<Scale aria-hidden />} title="Why">
          United States law (18 U.S.C. § 2257) requires records that prove everyone in sexually explicit material is an
          adult.
        </Point>
        <Point icon={<Camera aria-hidden />} title="What it takes">
          A camera, about three minutes, and a passport, driver’s license, ID card or residence permit. You can stop and
          come back on this device.
        </Point>
        {price ? (
          <Point icon={<CreditCard aria-hidden />} title="What it costs">
            {price} a month, by card. Cancel any time. One subscription covers every platform; if you already have one,
            you don’t pay again.
          </Point>
        ) : null}
        <Point icon={<Eye aria-hidden />} title="Who can see it">
          The custodians of records at {custodian}, and inspectors where the law requires it. We record every view.{" "}
          {partnerName} learns only whether you are verified, never your legal name, date of birth or document.
        </Point>
      </ul>
      {children}
      <p className="text-muted text-sm">
        Not you, or don’t want to? Close this page. No one sees your ID before you send it. We delete unsent IDs after
        30 days.
      </p>
    </div>
  );
}
