import { AwayLink } from "./away-link";
import { Heading } from "./heading";

/** To somebody who said no. */
export function LinkAnswered({ partnerName, redirectUrl }: { partnerName: string; redirectUrl: string | null }) {
  return (
    <div className="flex flex-col gap-6">
      <Heading title="You declined">
        {partnerName} was not linked to you, is not told about your answer, and learns nothing about you from us. We
        will not write to you about it again. You can close this page.
      </Heading>
      {redirectUrl ? <AwayLink href={redirectUrl} partnerName={partnerName} primary={false} /> : null}
    </div>
  );
}
