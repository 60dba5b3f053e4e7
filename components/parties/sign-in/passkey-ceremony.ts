const BROWSERS = [
  ["Edge", /\bEdg(?:A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
] as const;

const SYSTEMS = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b|\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** A browser's common name: "Firefox on Windows". The user agent is a claim, not proof. */
export function deviceName(userAgent: string | null): string {
  const text = userAgent ?? "";
  const browser = BROWSERS.find(([, pattern]) => pattern.test(text))?.[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(text))?.[0];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "An unknown browser";
}

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

/** The person closed the browser's passkey window, or took too long. Not an error to show. */
export class PasskeyCancelled extends Error {
  override name = "PasskeyCancelled";
}

type SignIn = {
  returnTo: string | null;
  /** Waits quietly until a passkey is chosen in the email field's suggestions. */
  autofill: boolean;
  signal: AbortSignal;
};

/**
 * Signs in with a passkey and returns the next page. Throws `PasskeyCancelled`, or an error whose message can be shown.
 */
export async function signInWithPasskey({ returnTo, autofill, signal }: SignIn): Promise<string> {
  const { startAuthentication, WebAuthnAbortService } = await import("@simplewebauthn/browser");
  const optionsJSON = await optionsFor("sign_in", signal);
  signal.throwIfAborted();
  const cancel = () => WebAuthnAbortService.cancelCeremony();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill }).catch(cancelled);
    const { to } = await post("verify", { action: "sign_in", answer, to: returnTo });
    return typeof to === "string" ? to : "/sign-in/landing";
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** Creates a passkey for the signed-in person. Throws like `signInWithPasskey`. */
export async function registerPasskey(name: string): Promise<void> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const optionsJSON = await optionsFor("register");
  const answer = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    if (error instanceof Error && error.name === "InvalidStateError") {
      throw new Error("This device already has a passkey for your account.");
    }
    return cancelled(error);
  });
  await post("verify", { action: "register", answer, name });
}

const optionsFor = (action: "sign_in" | "register", signal: AbortSignal | null = null) =>
  post("options", { action }, signal);

async function post(step: "options" | "verify", body: object, signal: AbortSignal | null = null) {
  const answer = await fetch(`/api/auth/passkey/${step}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  const sent = await answer.json().catch(() => ({}));
  if (answer.ok) return sent;
  throw new Error(
    typeof sent.error === "string" ? sent.error : "Passkeys don’t work right now. Use an email link instead.",
  );
}

function cancelled(error: unknown): never {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") throw new PasskeyCancelled();
  throw new Error("Your browser couldn’t use the passkey. Try again, or use an email link.");
}
