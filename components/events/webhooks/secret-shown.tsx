import { CodeBlock } from "@/components/ui/code-block";
import { TextLink } from "@/components/ui/link";

export function SecretShown({ secret }: { secret: string }) {
  return (
    <div className="flex flex-col gap-4">
      <CodeBlock label="Signing secret" code={secret} wrap />
      <SecretVerify />
    </div>
  );
}

const NODE = `import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

// The raw body, before anything parses it.
const event = webhook.verify(rawBody, request.headers);`;

/** How a receiver verifies that an event comes from us. */
function SecretVerify() {
  return (
    <div className="flex flex-col gap-3">
      <CodeBlock label="Verify each event, here in Node" code={NODE} wrap />
      <p className="text-muted text-sm">
        Without this check, anyone could post to your URL. Other languages, and the header that Stripe’s libraries read,
        are in the <TextLink href="/docs/webhooks#verify">reference</TextLink>.
      </p>
    </div>
  );
}
