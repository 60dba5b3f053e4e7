import { Field, Input, Select } from "@/components/ui/field";
import { ErrorSummary, type FormState } from "@/components/ui/form";
import { AccessFields } from "./access-fields";

/** What the browser receives for a new key. The secret is in this one response only. */
export type CreatedKey = FormState & { created?: { keyId: string; key: string } };
export type CreateKey = (state: CreatedKey, formData: FormData) => Promise<CreatedKey>;

const EXPIRIES = [
  { value: "never", label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "custom", label: "On a day you choose" },
];

/** `keeps`: what the key takes over from the one that it replaces. Otherwise its access is chosen here. */
export function KeyFields({ state, suggestion, keeps }: { state: CreatedKey; suggestion?: string; keeps?: string }) {
  return (
    <div className="group/expiry flex flex-col gap-4">
      <ErrorSummary errors={state.errors} message={state.message} />
      <Field name="name" label="Name" hint="For example, where you use it." error={state.errors?.name}>
        <Input
          defaultValue={state.values?.name ?? suggestion}
          maxLength={100}
          autoComplete="off"
          placeholder="Production, web servers"
          data-autofocus
        />
      </Field>
      <Field name="expiry" label="Expires" hint="After this, calls return 401.">
        <Select options={EXPIRIES} defaultValue={state.values?.expiry ?? "never"} />
      </Field>
      <Field
        name="expiresOn"
        label="Last day"
        hint="Until the end of that day, UTC."
        error={state.errors?.expiresOn}
        className="hidden group-has-[option[value=custom]:checked]/expiry:flex"
      >
        <Input type="date" defaultValue={state.values?.expiresOn} />
      </Field>
      {keeps ? (
        <p className="text-sm">
          <span className="font-medium">Access</span>
          <span className="block text-muted">The same as the old key’s. {keeps}</span>
        </p>
      ) : (
        <AccessFields state={state} current={{ scopes: null, networks: null }} />
      )}
    </div>
  );
}
