/** What is known of a key's text: its ends. */
export function KeyText({ mode, prefix, tail }: { mode: "live" | "test"; prefix: string; tail: string }) {
  return (
    <span className="whitespace-nowrap font-mono text-xs">
      <span aria-hidden>
        svc_{mode}_{prefix}…{tail}
      </span>
      <span className="sr-only">
        svc {mode}, begins with {prefix}, ends with {tail}
      </span>
    </span>
  );
}
