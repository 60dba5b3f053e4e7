import { Callout } from "@/components/ui/callout";
import { CodeBlock } from "@/components/ui/code-block";
import { curlCommand } from "@/lib/api/reference/examples";
import { shownKey } from "@/lib/domain/parties/keys/states";

/** The new key, shown once, and a first call to copy. */
export function KeySecret({ secret, baseUrl }: { secret: string; baseUrl: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Callout tone="waiting" title="Copy the key now">
        We show it once and keep only a fingerprint, so we can’t show it again. Your list of keys shows it as{" "}
        <code className="whitespace-nowrap font-mono">{shownText(secret)}</code>.
      </Callout>
      <CodeBlock label="API key" code={secret} wrap />
      <CodeBlock label="Try it: checks an address, changes nothing" code={firstCall(baseUrl, secret)} wrap />
    </div>
  );
}

// A checksum of six characters ends the key.
const shownText = (secret: string): string =>
  shownKey({
    mode: secret.startsWith("svc_test_") ? "test" : "live",
    prefix: secret.slice("svc_live_".length, "svc_live_".length + 4),
    tail: secret.slice(-10, -6),
  });

/** A call to try a key with: it checks an address and changes nothing. */
export const firstCall = (baseUrl: string, key?: string): string =>
  curlCommand({
    method: "POST",
    url: `${baseUrl}/api/v1/talent/check`,
    key,
    body: JSON.stringify({ email: "ada@example.com" }),
  });
