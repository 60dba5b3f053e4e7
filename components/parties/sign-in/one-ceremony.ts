export type Ceremony<Done> = (how: { autofill: boolean; signal: AbortSignal }) => Promise<Done>;

/**
 * Runs one passkey ceremony at a time: the browser allows one, and the server keeps one challenge. The quiet ceremony of
 * the email field waits for a choice. A button press replaces it, and it resumes if the press fails.
 */
export function oneCeremony<Done>(run: Ceremony<Done>, done: (result: Done) => void) {
  let quiet: { controller: AbortController; ended: Promise<void> } | undefined;
  let wanted = false;
  let pressed = false;

  async function stop(): Promise<void> {
    const running = quiet;
    quiet = undefined;
    running?.controller.abort();
    await running?.ended;
  }

  function begin(): void {
    if (!wanted || pressed || quiet) return;
    const controller = new AbortController();
    const { signal } = controller;
    // The person did not start it, so its failure is not shown.
    const ended = run({ autofill: true, signal }).then(
      (result) => (signal.aborted ? undefined : done(result)),
      () => undefined,
    );
    quiet = { controller, ended };
  }

  return {
    /** Starts waiting in the field. */
    wait(): void {
      wanted = true;
      begin();
    },
    /** Runs the button’s ceremony after stopping the quiet one. Throws what it throws. */
    async press(): Promise<void> {
      if (pressed) return;
      pressed = true;
      try {
        await stop();
        done(await run({ autofill: false, signal: new AbortController().signal }));
      } catch (error) {
        pressed = false;
        begin();
        throw error;
      }
    },
    /** Stops waiting when the page closes. */
    async leave(): Promise<void> {
      wanted = false;
      await stop();
    },
  };
}
