import { CircleCheck, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import { firstCall } from "@/components/keys/key-secret";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { TextLink } from "@/components/ui/link";

type GettingStartedProps = {
  hasKey: boolean;
  hasCalled: boolean;
  hasCreator: boolean;
  mayManage: boolean;
  baseUrl: string;
};

/** The way to the first creator, while there is none or no live key. */
export function GettingStarted({ hasKey, hasCalled, hasCreator, mayManage, baseUrl }: GettingStartedProps) {
  if (hasKey && hasCreator) return null;
  return (
    <Card as="section">
      <CardHeader title="Getting started" description="Three steps to a verified creator." />
      <CardBody>
        <ol className="flex flex-col gap-6">
          <Step done={hasKey} title="Create a live key">
            {mayManage ? (
              <p>
                On the page <TextLink href="/portal/keys">API keys</TextLink>. Your test key does not open the API:
                there is no sandbox.
              </p>
            ) : (
              <p>An owner, admin or developer of your team can.</p>
            )}
          </Step>
          <Step done={hasCalled} title="Make a first call">
            <p>This one asks about an address and changes nothing.</p>
            <CodeBlock label="curl" code={firstCall(baseUrl)} />
          </Step>
          <Step done={hasCreator} title="Provision a creator">
            <p>
              With POST /api/v1/solo-accounts. They get a mail, show an ID on our page, and your API says{" "}
              <code className="font-mono text-xs">active</code>. The <TextLink href="/docs">reference</TextLink> has
              each field.
            </p>
          </Step>
        </ol>
      </CardBody>
    </Card>
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
