import { Heading } from "@/components/acts/parts";
import { HostedShell } from "@/components/shell/site";

/** The 404 page for an unknown attestation link. Platforms have these links: no email of ours has one. */
export default function AttestationNotFound() {
  return (
    <HostedShell>
      <Heading title="This link doesn’t work">Go back to your platform and open it again.</Heading>
    </HostedShell>
  );
}
