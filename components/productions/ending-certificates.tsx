import { cutCountText } from "@/components/ui/format";
import { PageSection, Stat } from "@/components/ui/page-header";
import { productionsHref } from "./production-address";

type EndingCertificatesProps = {
  ending: number;
  ended: number;
  /** Where counting stops. */
  most: number;
};

/** How many of the partner's productions have a certificate that ends soon or has ended. Each number leads to its list. */
export const EndingCertificates = ({ ending, ended, most }: EndingCertificatesProps) => (
  <PageSection id="productions" title="Productions" className="gap-4">
    <dl className="grid gap-3 sm:grid-cols-2 md:gap-4">
      <Stat
        label="Certificates that end in 60 days"
        value={cutCountText(ending, most)}
        hint={ending > 0 ? "Their producers must renew them" : "None to renew"}
        tone={ending > 0 ? "waiting" : "neutral"}
        href={productionsHref({ ends: "60" })}
      />
      {ended > 0 ? (
        <Stat
          label="Certificates that have ended"
          value={cutCountText(ended, most)}
          hint="Verifiers refuse them until they are renewed"
          tone="harm"
          href={productionsHref({ ends: "ended" })}
        />
      ) : null}
    </dl>
  </PageSection>
);
