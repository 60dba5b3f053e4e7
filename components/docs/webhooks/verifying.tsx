import { cn } from "@/components/ui/cn";
import { CodeBlock } from "@/components/ui/code-block";
import type { Receiver } from "@/lib/domain/webhooks/reference";
import { FactsTable } from "../facts-table";
import { InlineText } from "../inline-text";
import { LanguageSwitch } from "../language-switch";
import { Section } from "../section";

const STEPS = [
  'Take the body as raw bytes. A framework that parses JSON first must be told to leave this route alone, in Express with `express.raw({ type: "application/json" })`.',
  "Read `t` and every `v1` from `X-SVC-Signature`.",
  "Refuse a `t` that is more than five minutes away from your clock, so that nobody can send an old delivery again.",
  "Compute HMAC-SHA256 over `t`, a dot and the body, keyed by the whole secret as text, `whsec_` included.",
  "Compare it with each `v1` in constant time. One that is equal is enough: there are two during a rotation.",
  "Refuse the rest with 400.",
];

// Written out whole, so that the style sheet has them.
const SHOWN: Record<Receiver["id"], string> = {
  node: "group-has-[#verify-with-node:checked]/verify:block",
  stripe: "group-has-[#verify-with-stripe:checked]/verify:block",
  standardwebhooks: "group-has-[#verify-with-standardwebhooks:checked]/verify:block",
  python: "group-has-[#verify-with-python:checked]/verify:block",
  php: "group-has-[#verify-with-php:checked]/verify:block",
};

/** How a signature is checked, and whole programs that do. */
export function Verifying({ receivers }: { receivers: readonly Receiver[] }) {
  return (
    <Section id="verify" title="Verifying a signature" className="group/verify">
      <p className="max-w-3xl">
        A signature proves that a delivery is ours, that nobody changed it, and that it is fresh. Every delivery is
        signed in two families, with the same secret. Check either one.
      </p>
      <FactsTable
        caption="Families of signatures"
        columns={["Header", "Signed", "Key", "Written as", "Checked by"]}
        rows={[
          ["`X-SVC-Signature`", "`t.body`", "The secret as text", "Hex", "`stripe`, or a few lines of your own"],
          [
            "`webhook-signature`",
            "`webhook-id.webhook-timestamp.body`",
            "The bytes that follow `whsec_`, in base64",
            "Base64",
            "`standardwebhooks`, for many languages",
          ],
        ]}
      />
      <h3 className="font-semibold">By hand</h3>
      <ol className="flex max-w-3xl list-decimal flex-col gap-2 pl-6">
        {STEPS.map((step) => (
          <li key={step}>
            <InlineText text={step} />
          </li>
        ))}
      </ol>
      <h3 className="font-semibold">A whole receiver</h3>
      <p className="max-w-3xl">
        <InlineText text="Each of these runs as it stands, with the secret in `WEBHOOK_SECRET`. Node, Python and PHP need nothing but themselves. The package `standardwebhooks` exists for Python too: `Webhook(secret).verify(body, headers)`." />
      </p>
      <LanguageSwitch legend="Verify in" name="verify-with" choices={receivers} className="print:hidden" />
      {receivers.map(({ id, file, code }) => (
        <div key={id} className={cn("hidden", SHOWN[id])}>
          <CodeBlock label={file} code={code} className="print:[&_pre]:whitespace-pre-wrap" />
        </div>
      ))}
    </Section>
  );
}
