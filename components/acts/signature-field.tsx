"use client";

import { Checkbox, Field, fieldOf, Input } from "@/components/ui/field";
import type { FormState } from "@/components/ui/form";
import { NAME_DIFFERS } from "@/lib/domain/identity/names/labels";
import { useActState } from "./act-form";

type SignatureFieldProps = {
  /** The form's state, if it isn't an `ActForm`. */
  state?: FormState;
  hint: string;
  className?: string;
};

/** The name that signs. After one that isn't theirs, the person can add it to their names as they sign. */
export function SignatureField({ state: given, hint, className }: SignatureFieldProps) {
  const around = useActState();
  const state = given ?? around;
  const { errors, values } = state;
  const adds = values?.addsName !== undefined;
  return (
    <>
      <Field {...fieldOf(state, "signedName")} label="Your full name" hint={hint}>
        <Input autoComplete="name" required maxLength={200} defaultValue={values?.signedName} className={className} />
      </Field>
      {adds || errors?.signedName === NAME_DIFFERS ? (
        <Checkbox
          // React resets a form after its action and ignores a new default; a new key renders a new box.
          key={String(adds)}
          name="addsName"
          label="Add this name to my other names"
          description="Use a name you are known by. Custodians of records can find you by it; platforms can’t."
          defaultChecked={adds}
        />
      ) : null}
    </>
  );
}
