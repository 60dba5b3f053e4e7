import { StatusBadge, type Tone } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { Explanation, FamilyExplained, Verdict } from "@/lib/domain/webhooks/debugging/explain-signature";
import { visibleText } from "./attempt-text";

const TONES: Record<Verdict, Tone> = { verified: "done", late: "waiting", wrong: "harm", absent: "harm" };

/** Whether a message verifies, said aloud, and how each part of it stands, for both families of headers. */
export function DebuggerResult({ explanation, pending }: { explanation?: Explanation; pending: boolean }) {
  return (
    <section aria-label="Result" className="flex min-w-0 flex-col gap-4">
      {/* There from the beginning, so that what changes in it is announced. */}
      <p role="status" className="sr-only">
        {pending ? "Checking." : (explanation?.headline ?? "")}
      </p>
      {explanation ? (
        <div className={pending ? "flex flex-col gap-4 opacity-60" : "flex flex-col gap-4"}>
          <Callout tone={TONES[explanation.verdict]} title={explanation.headline}>
            {ADVICE[explanation.verdict]}
          </Callout>
          <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
            {explanation.families.map((family) => (
              <FamilyCard key={family.family} {...family} />
            ))}
          </div>
        </div>
      ) : null}
    </section>
  );
}

const ADVICE: Record<Verdict, string> = {
  verified: "If your receiver still refuses it, it uses another secret or parses the body before it verifies.",
  late: "A verifier refuses it now. It was on time when it arrived, unless the receiver’s clock is wrong.",
  wrong: "Fix what each card names, then check again.",
  absent: "Paste the headers of the request as your receiver got it. Proxies may remove some.",
};

const KINDS = {
  svc: "Keyed by the whole secret as text. For the stripe library and your own HMAC.",
  standard: "Keyed by the secret’s bytes. For Standard Webhooks libraries.",
};

const WORDS: Record<Verdict, string> = {
  verified: "Verified",
  late: "Late",
  wrong: "Doesn’t verify",
  absent: "Absent",
};

function FamilyCard({ family, header, verdict, cause }: FamilyExplained) {
  return (
    <Card as="section" className="min-w-0">
      <CardHeader
        title={<span className="break-all font-mono text-sm">{header}</span>}
        description={KINDS[family]}
        actions={<StatusBadge tone={verdict === "absent" ? "neutral" : TONES[verdict]}>{WORDS[verdict]}</StatusBadge>}
      />
      <CardBody className="md:not-first:pt-0">
        <p className="wrap-anywhere text-sm">{visibleText(cause)}</p>
      </CardBody>
    </Card>
  );
}
