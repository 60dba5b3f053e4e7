"use client";

import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { type FormState, useFormAction } from "@/components/ui/form";
import { toast } from "@/components/ui/toast";
import type { ShownEndpoint } from "@/lib/domain/webhooks/endpoints";
import type { EventTypeGroup } from "@/lib/domain/webhooks/event-type-groups";
import type { DeliveryFacts } from "@/lib/domain/webhooks/reference";
import { EndpointFields } from "./endpoint-fields";

type EndpointSettingsProps = {
  endpoint: Pick<ShownEndpoint, "url" | "description" | "types">;
  groups: readonly EventTypeGroup[];
  facts: DeliveryFacts;
  edit: (state: FormState, formData: FormData) => Promise<FormState>;
};

/** Changes where an endpoint is, what it is called and what it gets. */
export function EndpointSettings({ endpoint, groups, facts, edit }: EndpointSettingsProps) {
  const { state, action, onSubmit, pending } = useFormAction(edit, {});
  useEffect(() => {
    if (state.ok) toast("success", "The changes are saved");
  }, [state]);
  return (
    <form action={action} onSubmit={onSubmit} className="flex flex-col items-start gap-6" noValidate>
      <div className="w-full">
        <EndpointFields state={state} groups={groups} facts={facts} endpoint={endpoint} />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="primary" loading={pending}>
          Save changes
        </Button>
        <p className="text-muted text-sm">Deliveries that wait go to the new URL, too.</p>
        {state.ok ? <noscript>The changes are saved.</noscript> : null}
      </div>
    </form>
  );
}
