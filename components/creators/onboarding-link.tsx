import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy";

/** Where a creator goes on who is not active yet. */
export function OnboardingLink({ url }: { url: string }) {
  return (
    <Card as="section" aria-labelledby="onboarding">
      <CardHeader
        id="onboarding"
        title="Onboarding link"
        description="Send the creator here to go on where they are. It ends after seven days and is renewed when you look again, so copy it anew each time."
        actions={<CopyButton value={url} label="Copy link" />}
      />
      <CardBody className="flex flex-col gap-2 text-sm">
        <p className="break-all rounded-md bg-sunken p-3 font-mono text-xs">{url}</p>
        <p className="text-muted">Open it as a page of its own, not in a frame: the ID check needs the camera.</p>
      </CardBody>
    </Card>
  );
}
