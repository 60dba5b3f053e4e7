import { Time } from "@/components/ui/time";
import { Heading } from "./heading";

/** To somebody who gave an age below 18. */
export function UnderAge({ partnerName, until }: { partnerName: string; until: Date }) {
  return (
    <div className="flex flex-col gap-6">
      <Heading title="You need to be 18">
        The date of birth you entered makes you younger than 18, so we cannot go on. The law leaves no exception, and it
        is there to protect you.
      </Heading>
      <p>
        We kept nothing of what you entered, only that a check was refused for this reason. {partnerName} is not told
        why.
      </p>
      <p className="text-muted">
        A slip of the finger? You can begin again <Time at={until} as="relative" />, with your document at hand.
      </p>
    </div>
  );
}
