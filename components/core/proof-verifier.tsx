"use client";

import { type ReactNode, useRef } from "react";
import { parseVerifierKey, type VerifiedProof, verifyProof } from "@/clients/ledger/verify.mjs";
import { LocalCheck } from "@/components/core/local-check";
import { Callout } from "@/components/ui/callout";
import { KeyValue } from "@/components/ui/card";
import { Field, Input, Textarea } from "@/components/ui/field";
import { counted } from "@/components/ui/format";
import { PageSection } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";

/** Verifies a chosen file. The keys came with the page. */
export function ProofVerifier({ keys }: { keys: readonly string[] }) {
  const file = useRef<HTMLInputElement>(null);
  const trusted = useRef<HTMLTextAreaElement>(null);
  return (
    <LocalCheck what="proof" check={() => check(file.current?.files?.[0], trusted.current?.value ?? "")}>
      <Field name="proof" label="Proof" hint="A .tlog-proof file. Unpack the archive that you downloaded first.">
        <Input ref={file} type="file" name="" accept=".tlog-proof,text/plain" />
      </Field>
      <Field
        name="keys"
        label="Keys you trust"
        hint="One on each line. We filled in ours. To verify without trusting us, paste the ones you kept, and those of witnesses."
      >
        <Textarea
          ref={trusted}
          name=""
          rows={4}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          defaultValue={keys.join("\n")}
          className="break-all font-mono text-xs"
        />
      </Field>
    </LocalCheck>
  );
}

async function check(file: File | undefined, keys: string): Promise<ReactNode> {
  if (!file) return <Callout tone="waiting" title="Choose a file first" />;
  try {
    const trusted = await Promise.all(
      keys
        .split("\n")
        .filter((key) => key.trim())
        .map(parseVerifierKey),
    );
    return <Proven proof={await verifyProof(await file.text(), trusted)} />;
  } catch (error) {
    return (
      <Callout tone="harm" title="Not proven">
        The proof was refused: {error instanceof Error ? error.message : String(error)}.
      </Callout>
    );
  }
}

function Proven({ proof }: { proof: VerifiedProof }) {
  const { entry, hidden, index, checkpoint } = proof;
  return (
    <>
      <Callout tone="done" title="The entry is in the log">
        It is leaf {index} of {checkpoint.origin}, in a signed tree of {counted(checkpoint.size, "entry", "entries")}.
      </Callout>
      <PageSection id="entry" title="What the entry says">
        <KeyValue
          items={Object.entries(entry).map(([name, value]) => ({
            label: LABELS[name] ?? name,
            value:
              name === "at" && value ? (
                <Time at={value} as="datetime" />
              ) : name === "actorKind" && value ? (
                (ACTORS[value] ?? value)
              ) : (
                (value ?? "None")
              ),
          }))}
        />
        {hidden.length > 0 ? (
          <p className="text-muted text-sm">
            Proven, but not shown to you: {hidden.map((name) => (LABELS[name] ?? name).toLowerCase()).join(", ")}.
          </p>
        ) : null}
      </PageSection>
      <PageSection id="witnesses" title="Who saw this tree">
        {checkpoint.witnesses.length > 0 ? (
          <ul className="flex flex-col gap-1">
            {checkpoint.witnesses.map(({ name, at }) => (
              <li key={name}>
                {name}, <Time at={at} as="datetime" />
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted text-sm">None of your witnesses signed it. The log’s own signature is valid.</p>
        )}
      </PageSection>
    </>
  );
}

const LABELS: Readonly<Record<string, string | undefined>> = {
  seq: "Ledger number",
  chain: "Chain",
  position: "Position in the chain",
  at: "Time",
  actorKind: "Who acted",
  actorId: "Id of who acted",
  action: "Action",
  subjectKind: "About",
  subjectId: "Id of what it is about",
  partnerId: "Partner",
  reason: "Reason",
  requestId: "Request",
  detail: "Details",
};

const ACTORS: Readonly<Record<string, string | undefined>> = {
  partner_key: "A platform’s program",
  portal_user: "A platform’s team",
  staff: "A custodian",
  person: "The person",
  producer: "The producer",
  examiner: "An examiner",
  system: "The service",
};
