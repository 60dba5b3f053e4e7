"use client";

/** A page that failed. What was typed is kept by the server; trying again is safe. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main id="main" className="mx-auto flex min-h-dvh w-full max-w-xl flex-col justify-center gap-6 px-4 py-16">
      <div className="flex flex-col gap-2">
        <h1 className="font-semibold text-lg">This page could not be shown</h1>
        <p className="text-muted">
          The fault is ours. Nothing you had already sent is lost. Try again; if it stays like this, tell us the number
          below.
        </p>
        {error.digest ? <p className="font-mono text-muted text-xs">{error.digest}</p> : null}
      </div>
      <div>
        {/* Loaded with every page, so it carries its own few classes instead of the Button's machinery. */}
        <button
          type="button"
          onClick={reset}
          className="h-10 rounded-md bg-accent px-4 font-medium text-accent-ink text-sm hover:bg-accent-hover"
        >
          Try again
        </button>
      </div>
    </main>
  );
}
