"use client";

import { type FormEvent, startTransition, useActionState } from "react";

/**
 * `useActionState` for a form that keeps its input. React empties a form after its action, and with it puts every select
 * and radio back to its first value, also when the answer is that something needs another look; here the input stays as it
 * was typed. Put both `action` and `onSubmit` on the form: sent before its script has loaded, it is posted to the action.
 */
export function useFormAction<State>(
  action: (state: Awaited<State>, formData: FormData) => Promise<State>,
  initial: Awaited<State>,
) {
  const [state, dispatch, pending] = useActionState(action, initial);
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A dialog inside another form's tree must not submit that form too.
    event.stopPropagation();
    if (pending) return;
    const formData = new FormData(event.currentTarget);
    startTransition(() => dispatch(formData));
  }
  return { state, action: dispatch, onSubmit, pending };
}
