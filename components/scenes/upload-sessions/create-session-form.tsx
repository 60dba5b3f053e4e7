"use client";

import { ConsentFields } from "@/components/scenes/consent-fields";
import { Field, Input, Select } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";
import { CONTENT_TYPE_WORDS, UPLOAD_CONTENT_TYPES } from "@/lib/domain/scenes/upload-sessions/labels";

const TYPES = UPLOAD_CONTENT_TYPES.map((value) => ({ value, label: CONTENT_TYPE_WORDS[value] }));

type CreateSessionFormProps = {
  create: (state: FormState, form: FormData) => Promise<FormState>;
  /** The user id of the creator to start with. */
  creator: string | undefined;
  /** User ids of some active creators, newest first. */
  suggested: readonly string[];
};

/** Creates a session like the API does, to try the page that the creator gets. */
export function CreateSessionForm({ create, creator, suggested }: CreateSessionFormProps) {
  const { state, action, onSubmit, pending } = useFormAction(create, {});
  const error = (name: string) => state.errors?.[name];
  return (
    <form action={action} onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={state.errors} message={state.message} />
      <Field
        name="uploaderExternalUserId"
        label="Creator"
        hint="Your user id for an active creator."
        error={error("uploaderExternalUserId")}
      >
        <Input
          list="active-creators"
          autoComplete="off"
          spellCheck={false}
          maxLength={450}
          defaultValue={state.values?.uploaderExternalUserId ?? creator}
        />
      </Field>
      <datalist id="active-creators">
        {suggested.map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      <Field name="contentTitle" label="Title" hint="The creator sees it as your words." error={error("contentTitle")}>
        <Input autoComplete="off" maxLength={500} defaultValue={state.values?.contentTitle ?? "Test upload"} />
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field name="contentType" label="Kind" error={error("contentType")}>
          <Select options={TYPES} defaultValue={state.values?.contentType ?? "image"} />
        </Field>
        <Field
          name="detectedFaceCount"
          label="Number of faces"
          hint="With 2 or more, the creator names the others."
          error={error("detectedFaceCount")}
        >
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={50}
            defaultValue={state.values?.detectedFaceCount ?? "1"}
          />
        </Field>
      </div>
      <ConsentFields {...state} />
      <p className="text-muted text-sm">
        This is a real session. Completing it keeps a record for seven years and sends your webhooks. With 2 or more
        faces it creates a scene and charges its fees.
      </p>
      <SubmitButton className="self-start" loading={pending}>
        Create session
      </SubmitButton>
    </form>
  );
}
