import { CodeBlock } from "@/components/ui/code-block";
import { visibleJson, visibleText } from "./attempt-text";

/** The event that is delivered, laid out to be read. The bytes that are sent stand with each attempt. */
export function DeliveryPayload({ body }: { body: string }) {
  return (
    <section aria-labelledby="payload" className="flex flex-col gap-3">
      <h2 id="payload" className="font-semibold text-base">
        Payload
      </h2>
      <CodeBlock label="The event, laid out to be read" code={laidOut(body)} wrap maxHeight="md" />
    </section>
  );
}

function laidOut(body: string): string {
  try {
    return visibleJson(JSON.stringify(JSON.parse(body), null, 2));
  } catch {
    return visibleText(body);
  }
}
