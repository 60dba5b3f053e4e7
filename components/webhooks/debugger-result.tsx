import { Callout } from "@/components/ui/callout";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import type { Tone } from "@/components/ui/tone";
import type { Explanation, FamilyExplained, Verdict } from "@/lib/domain/webhooks/debugging/explain-signature";
import { DebuggerCheck } from "./debugger-check";

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
  verified:
    "If your receiver refuses it still, it holds another secret, or it does not verify the bytes that you pasted: look for what parses the body before your check.",
  late: "A verifier refuses it now. When it arrived, it was in time, unless the receiver’s clock was wrong.",
  wrong: "What does not match is marked below.",
  absent: "Paste the headers of the request that your receiver got. Proxies and frameworks may take some away.",
};

const KINDS = {
  svc: "Keyed by the whole secret as text. For the stripe library and your own HMAC.",
  standard: "Keyed by the secret’s bytes. For libraries of Standard Webhooks.",
};

function FamilyCard({ family, header, verdict, checks }: FamilyExplained) {
  return (
    <Card as="section" className="min-w-0">
      <CardHeader
        title={<span className="break-all font-mono text-sm">{header}</span>}
        description={verdict === "absent" ? "Not among the headers that you pasted, so not checked." : KINDS[family]}
      />
      {checks.length > 0 ? (
        <CardBody className="md:not-first:pt-0">
          <ul className="flex flex-col">
            {checks.map((check) => (
              <DebuggerCheck key={check.part} {...check} />
            ))}
          </ul>
        </CardBody>
      ) : null}
    </Card>
  );
}
