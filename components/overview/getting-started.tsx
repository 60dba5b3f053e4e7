import { CircleCheck, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import { firstCall } from "@/components/parties/keys/key-secret";
import { CodeBlock } from "@/components/ui/code-block";
import { TextLink } from "@/components/ui/link";
import { TitledCard } from "@/components/ui/section";

type GettingStartedProps = {
  hasKey: boolean;
  hasCalled: boolean;
  hasCreator: boolean;
  mayManage: boolean;
  baseUrl: string;
};

/** The steps to the first creator, until there is one and a live key. */
export function GettingStarted({ hasKey, hasCalled, hasCreator, mayManage, baseUrl }: GettingStartedProps) {
  if (hasKey && hasCreator) return null;
  return (
    <TitledCard title="Getting started" description="Three steps to a verified creator.">
      <ol className="flex flex-col gap-6">
        <Step done={hasKey} title="Create a live key">
          {mayManage ? (
            <p>
              On the <TextLink href="/portal/keys">API keys</TextLink> page. Your test key doesn’t work: there is no
              sandbox.
            </p>
          ) : (
            <p>An owner, admin or developer on your team can do this.</p>
          )}
        </Step>
        <Step done={hasCalled} title="Make a first call">
          <p>This one checks an address and changes nothing.</p>
          <CodeBlock label="curl" code={firstCall(baseUrl)} />
        </Step>
        <Step done={hasCreator} title="Provision a creator">
          <p>
            With POST /api/v1/solo-accounts. We email them, they show an ID on our page, and the API returns{" "}
            <code className="font-mono text-xs">active</code>. See the <TextLink href="/docs">reference</TextLink> for
            each field.
          </p>
        </Step>
      </ol>
    </TitledCard>
  );
}

function Step({ done, title, children }: { done: boolean; title: string; children: ReactNode }) {
  const Icon = done ? CircleCheck : CircleDashed;
  return (
    <li className="flex gap-3">
      <Icon className={done ? "mt-0.5 size-4 shrink-0 text-done" : "mt-0.5 size-4 shrink-0 text-muted"} aria-hidden />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h3 className="font-medium">
          {title}
          {done ? <span className="text-muted"> (done)</span> : null}
        </h3>
        <div className="flex flex-col gap-2 text-muted">{children}</div>
      </div>
    </li>
  );
}
