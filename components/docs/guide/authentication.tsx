import { CodeBlock } from "@/components/ui/code-block";
import { TextLink } from "@/components/ui/text-link";
import { KEY_VARIABLE } from "@/lib/api/reference/examples";
import { InlineText } from "../inline-text";
import { Section } from "../section";

const ROTATION = [
  "Create a new key in the portal.",
  "Deploy it beside the old one.",
  "Watch the old key's `lastUsedAt` in the portal until it stands still.",
  "Revoke the old key. 24 hours of overlap are usual; the portal can revoke it for you then.",
];

/** Keys: which, how to send one, how to change one. */
export function Authentication() {
  return (
    <Section id="authentication" title="Authentication">
      <p className="max-w-3xl">
        <InlineText text="Send a live key with every request, as `Authorization: Bearer svc_live_…`. You create keys in the " />
        <TextLink href="/portal">partner portal</TextLink>
        <InlineText text=", up to ten at a time. The secret is shown once; we keep only its hash and cannot show it again." />
      </p>
      <p className="max-w-3xl">
        <InlineText text="A key is `svc_live_`, 32 random characters and a checksum of 6. The portal shows the first and last 4 of the 32, and a dot for each checksum character: `svc_live_AbCd…WxYz••••••`. Compare it with your key from either end." />
      </p>
      <CodeBlock
        label="Shell"
        code={`export ${KEY_VARIABLE}='svc_live_…'   # the examples on this page read the key from here`}
      />
      <ul className="flex max-w-3xl list-disc flex-col gap-2 pl-6">
        <li>
          <InlineText text="A missing header, or a key that is unknown, revoked or expired: 401, without a `code`." />
        </li>
        <li>
          <InlineText text="A key that starts with `svc_test_`: 403 `TEST_MODE_UNAVAILABLE`. New partners start with such a key; create a live one first." />
        </li>
        <li>A partner account that is not active: 403.</li>
      </ul>
      <h3 className="font-semibold">Changing a key</h3>
      <ol className="flex max-w-3xl list-decimal flex-col gap-2 pl-6">
        {ROTATION.map((step) => (
          <li key={step}>
            <InlineText text={step} />
          </li>
        ))}
      </ol>
    </Section>
  );
}
