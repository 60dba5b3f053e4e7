export type Ceremony<Done> = (how: { autofill: boolean; signal: AbortSignal }) => Promise<Done>;

/**
 * One passkey ceremony at a time. The browser runs a single one, and the server remembers a single challenge: two at
 * once end or outdate each other, whichever was asked for last. The quiet one of the email field waits until a passkey
 * is chosen there; a button takes its place, and gives it back when nothing came of the button.
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
    // Nobody asked for it aloud: when it ends without a passkey, nothing is said.
    const ended = run({ autofill: true, signal }).then(
      (result) => (signal.aborted ? undefined : done(result)),
      () => undefined,
    );
    quiet = { controller, ended };
  }

  return {
    /** Begins to wait in the field. */
    wait(): void {
      wanted = true;
      begin();
    },
    /** Runs the ceremony that a button asks for, after the quiet one has ended. Throws what it throws. */
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
    /** Ends the waiting, when its page goes. */
    async leave(): Promise<void> {
      wanted = false;
      await stop();
    },
  };
}
