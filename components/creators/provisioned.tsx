import { Callout } from "@/components/ui/callout";

/** What became of the form that led here. It says nothing of the person: there is nothing that a partner may know. */
export function Provisioned({ when }: { when: unknown }) {
  if (when === "now") {
    return (
      <Callout tone="done" title="Provisioned" live>
        The creator goes on by mail. You can send them to the onboarding link as well.
      </Callout>
    );
  }
  if (when === "before") {
    return (
      <Callout tone="accent" title="You had provisioned this creator before" live>
        One of your creators has this user id, or this address. Here they are, as they were; nothing was changed.
      </Callout>
    );
  }
  return null;
}
