import { afterEach, beforeEach } from "vitest";
import { readEnv, replaceEnv } from "@/lib/platform/env";
import type { testVariables } from "./variables";

type Changes = Partial<Record<keyof ReturnType<typeof testVariables>, string | undefined>>;

let changed: Changes = {};

function apply(changes: Changes): void {
  if (changes === changed) return;
  changed = changes;
  // Unchanged, it is read when it is first needed.
  replaceEnv(Object.keys(changes).length > 0 ? readEnv(currentVariables()) : undefined);
}

/** Changes an operator's variables, as `env()` reads them: until the test ends or, outside of tests, the file. */
export const setVariables = (changes: Changes): void => apply({ ...changed, ...changes });

/** The variables for a program that a test starts. */
export const currentVariables = () => ({ ...process.env, ...changed });

/** Forgets what another file changed, and after each test what it did. For the setup of each file. */
export function scopeVariables(): void {
  apply({});
  let before = changed;
  beforeEach(() => {
    before = changed;
  });
  afterEach(() => apply(before));
}
