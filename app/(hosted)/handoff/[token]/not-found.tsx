import { Heading } from "@/components/acts/parts";
import { HostedShell } from "@/components/shell/site";

/** The 404 page for a link that never was, is over, or that another phone used. They read the same. */
export default function HandoffNotFound() {
  return (
    <HostedShell>
      <Heading title="This code doesn’t work">
        A code works once, for 15 minutes. Go back to the page that showed it. There you can show a new one, or continue
        without a phone.
      </Heading>
    </HostedShell>
  );
}
