import { CodeBlock } from "@/components/ui/code-block";

/** What an event carries: easy to read, and the exact bytes that every attempt sends and signs. */
export function EventPayload({ body, size }: { body: string; size: number }) {
  return (
    <section aria-labelledby="payload" className="flex flex-col gap-4">
      <h2 id="payload" className="font-semibold text-base">
        Payload
      </h2>
      <CodeBlock label="Formatted" code={JSON.stringify(JSON.parse(body), null, 2)} wrap maxHeight="md" />
      <div className="flex flex-col gap-2">
        <CodeBlock
          label={`As it is sent, ${size.toLocaleString("en")} ${size === 1 ? "byte" : "bytes"}`}
          code={body}
          wrap
          maxHeight="sm"
        />
        <p className="text-muted text-xs">
          The signature covers exactly these bytes. Formatted, or parsed and written again, they no longer match it.
        </p>
      </div>
    </section>
  );
}
