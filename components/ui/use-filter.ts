"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { useTransition } from "react";

/**
 * One filter in the address. Setting it leaves the page you were on in a keyset list (`cursor`), which has no meaning
 * under another filter. `shallow` keeps the server out of it.
 */
export function useFilter(
  param: string,
  shallow: boolean,
): { value: string; set: (value: string) => void; pending: boolean } {
  const [pending, startTransition] = useTransition();
  const [values, setValues] = useQueryStates(
    { [param]: parseAsString, cursor: parseAsString },
    { shallow, history: "replace", ...(shallow ? {} : { startTransition }) },
  );
  return {
    value: values[param] ?? "",
    set: (value) => void setValues({ [param]: value === "" ? null : value, cursor: null }),
    pending,
  };
}
