import type { WebhookDeclaration } from "@/lib/api/openapi/webhooks";
import { type Field, fieldsOf } from "./fields";

/** One type of event, ready to be printed. */
export type ReferenceEvent = {
  /** The anchor: `event-` and the type. */
  id: string;
  type: string;
  when: string;
  /** What `data` holds. */
  fields: Field[];
  /** A whole body. */
  sample: string;
};

/** The types of event that are declared, in their order. */
export function referenceEvents(declarations: readonly WebhookDeclaration[]): ReferenceEvent[] {
  return declarations.map(({ type, when, data, example }) => ({
    id: `event-${type}`,
    type,
    when,
    fields: fieldsOf(data, "output"),
    sample: JSON.stringify(example, null, 2),
  }));
}
