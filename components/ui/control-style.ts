/** The shared look of text fields and selects. 16 px on phones, so that iOS does not zoom into a focused field. */
export const controlStyle =
  "block w-full min-w-0 rounded-md border border-line-strong bg-surface text-base text-ink md:text-sm aria-invalid:border-harm aria-invalid:ring-1 aria-invalid:ring-harm disabled:bg-sunken disabled:text-muted";
