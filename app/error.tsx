"use client";

/** The error page. Retrying is safe. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main id="main" className="mx-auto flex min-h-dvh w-full max-w-xl flex-col justify-center gap-6 px-4 py-16">
      <div className="flex flex-col gap-2">
        <h1 className="font-semibold text-lg">This page could not be shown</h1>
        <p className="text-muted">
          Something went wrong on our side. What you already submitted is saved. Try again. If it keeps failing, send us
          the number below.
        </p>
        {error.digest ? <p className="font-mono text-muted text-xs">{error.digest}</p> : null}
      </div>
      <div>
        {/* Loaded with every page, so it doesn't import Button. */}
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
