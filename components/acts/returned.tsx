import { HostedShell } from "@/components/shell/site";
import { PageHeader } from "@/components/ui/page-header";

/** The person is back from an outside service, in a browser without their link. */
export const Returned = () => (
  <HostedShell>
    <PageHeader
      title="Thank you"
      description="You can close this page. To see your status, open the link in our email again."
    />
  </HostedShell>
);
