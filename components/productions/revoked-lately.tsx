import { Callout } from "@/components/ui/callout";
import { cutCountText } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";

type RevokedLatelyProps = {
  count: number;
  /** Where counting stops. */
  most: number;
  /** The list of revoked productions. */
  href: string;
  /** What the reader does. */
  text: string;
};

/** Says on an overview that productions were revoked in the last 30 days. Nothing if none was. */
export const RevokedLately = ({ count, most, href, text }: RevokedLatelyProps) =>
  count === 0 ? null : (
    <Callout
      tone="harm"
      title={`${cutCountText(count, most)} ${count === 1 ? "production" : "productions"} revoked in the last 30 days`}
      actions={<ButtonLink href={href}>View revoked productions</ButtonLink>}
    >
      {text}
    </Callout>
  );
