/** What a form's action gives back to its page: problems by field name, one for the whole form, and the input to keep. */
export type FormState = {
  ok?: boolean;
  message?: string;
  errors?: Record<string, string>;
  values?: Record<string, string>;
};

/** What an action behind a button gives back: no `error` when it worked, a sentence when it did not. */
export type ActionResult = { error?: string };
