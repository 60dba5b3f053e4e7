import type { Code } from "@/components/api/reference/article";
import type { ReferenceCall } from "@/lib/api/reference/calls";
import { referenceEvents } from "@/lib/api/reference/fields";
import { declaredWebhooks, receivers } from "@/lib/domain/events/reference";
import type { GuideContext } from "./context";

/** Code for guides from the declared examples. Throws for a call or an event that isn't declared. */
export function guideContext(baseUrl: string, calls: readonly ReferenceCall[]): GuideContext {
  const events = referenceEvents(declaredWebhooks);

  function callOf(operationId: string): ReferenceCall {
    const found = calls.find(({ id }) => id === operationId);
    if (!found) throw new Error(`A guide shows ${operationId}, which no route declares.`);
    return found;
  }

  return {
    baseUrl,
    receiver: receiver(),
    call: (operationId) => {
      const { area, examples } = callOf(operationId);
      return { href: `/docs/${area.toLowerCase().replaceAll(" ", "-")}#${operationId}`, examples };
    },
    answer: (operationId) => {
      const [response] = callOf(operationId).responses;
      return { label: `Response ${response?.statuses[0]}`, language: "json", code: response?.sample ?? "" };
    },
    event: (wanted) => {
      const found = events.find(({ type }) => type === wanted);
      if (!found) throw new Error(`A guide shows ${wanted}, which is no event type.`);
      return { label: wanted, language: "json", code: found.sample };
    },
  };
}

function receiver(): Code {
  const programOf = (wanted: string) => receivers.find(({ id }) => id === wanted);
  const [node, python, php] = ["node", "python", "php"].map(programOf);
  return {
    href: "/docs/webhooks#verify",
    // curl can't receive events, so its tab shows the receiver in Node.
    labels: { curl: node?.file, node: node?.file, python: python?.file, php: php?.file },
    examples: {
      curl: node?.code ?? "",
      node: node?.code ?? "",
      python: python?.code ?? "",
      php: php?.code ?? "",
    },
  };
}
