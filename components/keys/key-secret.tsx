import { Callout } from "@/components/ui/callout";
import { CodeBlock } from "@/components/ui/code-block";
import { firstCall } from "./first-call";

/** The one time that a key is shown: the key, and a first call that works as it stands. */
export function KeySecret({ secret, baseUrl }: { secret: string; baseUrl: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Callout tone="waiting" title="Copy the key now">
        It is shown this once. We keep only a fingerprint of it, so nobody, not even we, can show it again.
      </Callout>
      <CodeBlock label="API key" code={secret} wrap />
      <CodeBlock label="Try it: asks about an address, changes nothing" code={firstCall(baseUrl, secret)} wrap />
    </div>
  );
}
